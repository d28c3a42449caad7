import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPart } from '../../../testing/render';
import { fakeServer, fakeUploads } from '../../../testing/server';
import { ProfileForm } from './ProfileForm';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function press() {
  fireEvent.submit(screen.getByRole('button', { name: 'Create Profile' }).closest('form') ?? document.body);
}

function fill(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test('one press shows missing fields and missing documents', async () => {
  renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
  press();
  expect(screen.getByText('Please enter the car model')).toBeTruthy();
  expect(screen.getAllByText('This field is required')).toHaveLength(5);
  expect(await screen.findByText('Please upload all required documents')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Car Model'));
});

test('if only documents are missing, the first of them is focused', () => {
  renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
  fill('Car Model', 'Maruti Suzuki Dzire');
  fill('Years of Experience', '7');
  fill('License Number', 'DL-0420110149646');
  press();
  expect(document.activeElement).toBe(screen.getByLabelText('Choose file: Driver Photo'));
});

test('the message that documents are missing is removed once the last of them is chosen', async () => {
  renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
  press();
  await screen.findByText('Please upload all required documents');
  for (const input of document.querySelectorAll('input[type=file]'))
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } });
  await waitFor(() => expect(screen.queryByText('Please upload all required documents')).toBeNull());
});

describe('the profile form', () => {
  const saved: DriverProfile = {
    id: 'p1',
    user_id: 'd1',
    car_model: 'Maruti Suzuki Dzire',
    vehicle_number: null,
    vehicle_class: null,
    experience_years: 7,
    license_number: 'DL-1',
    upi_id: 'ravi@upi',
    cost_per_km: null,
    driver_photo: '/a',
    vehicle_image: '/b',
    rc_document: '/c',
    license_document: '/d',
    fitness_document: null,
    verification_status: 'pending',
    rejection_reason: null,
    average_rating: 0,
    total_ratings: 0,
    is_available: true,
  };
  const fileInput = (name: string) => {
    const input = document.querySelector<HTMLInputElement>(`input[type=file][name=${name}]`);
    if (!input) throw new Error(name);
    return input;
  };
  const choose = (name: string, bytes: number, type = 'image/png') => {
    const file = new File([new Uint8Array(bytes)], `${name}.${type.split('/')[1]}`, { type });
    fireEvent.change(fileInput(name), { target: { files: [file] } });
  };
  const names = ['driver_photo', 'vehicle_image', 'rc_document', 'license_document', 'fitness_document'];
  let calls: { method: string; form: FormData }[];
  const serve = (call: string, body: object) => {
    calls = [];
    const keep = (form: unknown) => {
      if (form instanceof FormData) calls.push({ method: call, form });
      return { status: 200, body };
    };
    fakeUploads();
    fakeServer({ [call]: keep });
  };

  test('marks the required fields, and offers and names the accepted file types', () => {
    renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
    expect(screen.getByRole('heading', { name: 'Create or Update Driver Profile' })).toBeTruthy();
    expect(screen.getByText('Complete your profile to start accepting rides')).toBeTruthy();
    expect(screen.getByText('Supported formats: JPG, PNG and PDF (max 5MB each)')).toBeTruthy();
    expect(screen.getByText('Needed only to accept PhonePe, GPay or Paytm')).toBeTruthy();
    const of = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    expect(['Car Model', 'Years of Experience', 'License Number'].map((label) => of(label).required)).toEqual([
      true,
      true,
      true,
    ]);
    expect([of('Years of Experience').type, of('Years of Experience').min]).toEqual(['number', '0']);
    expect(of('UPI ID (optional)').required).toBe(false);
    const takesPdf = names.map((name) => fileInput(name).accept.includes('application/pdf'));
    expect(takesPdf).toEqual([false, false, true, true, true]);
    expect(names.every((name) => fileInput(name).required)).toBe(true);
  });

  test('refuses a file of more than 5 MB and does not keep it', async () => {
    renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
    choose('driver_photo', 5_242_881);
    expect(await screen.findAllByText('File size should not exceed 5MB')).toHaveLength(2);
    expect(screen.queryByText(/driver_photo\.png/)).toBeNull();
    choose('driver_photo', 5_242_880);
    expect(await screen.findByText(/driver_photo\.png/)).toBeTruthy();
    // Choosing a valid file removes the error, beside the file and as a toast.
    await waitFor(() => expect(screen.queryByText('File size should not exceed 5MB')).toBeNull());
  });

  test('shows an error for a damaged picture', async () => {
    fakeUploads();
    const message = 'Please choose a JPG or PNG picture';
    const errors = [{ field: 'driver_photo', message, code: 'drivers.image_only' }];
    fakeServer({
      'PUT /driver/profile': () => ({ status: 415, body: { detail: message, code: 'drivers.image_only', errors } }),
    });
    renderPart(<ProfileForm profile={saved} onSaved={() => undefined} />);
    choose('driver_photo', 10);
    fireEvent.click(screen.getByRole('button', { name: 'Update Profile' }));
    expect(await screen.findAllByText('This picture cannot be read. Please choose another file.')).toHaveLength(2);
    expect(screen.queryByText(message)).toBeNull();
  });

  test('creates a profile with all five documents, and disables its button meanwhile', async () => {
    serve('POST /driver/profile', saved);
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const quick = globalThis.fetch;
    globalThis.fetch = async (address, init) => {
      const reply = await quick(address, init);
      await waiting;
      return reply;
    };
    const got: unknown[] = [];
    renderPart(<ProfileForm profile={null} onSaved={(profile) => got.push(profile)} />);
    fill('Car Model', 'Maruti Suzuki Dzire');
    fill('Years of Experience', '7');
    fill('License Number', 'DL-1');
    fill('Vehicle Number (optional)', 'dl 1z c 4821');
    const classes = screen.getByLabelText<HTMLSelectElement>('Vehicle Class (optional)');
    expect([...classes.options].map(({ text }) => text)).toEqual(['Not chosen', 'Auto', 'Hatchback', 'Sedan', 'SUV']);
    expect(classes.value).toBe('');
    fill('Vehicle Class (optional)', 'suv');
    for (const name of names) choose(name, 10);
    fireEvent.click(screen.getByRole('button', { name: 'Create Profile' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
    answer();
    expect(await screen.findByText('Profile created successfully!')).toBeTruthy();
    expect(got).toEqual([saved]);
    expect([...(calls[0]?.form.keys() ?? [])]).toEqual([
      'car_model',
      'vehicle_number',
      'vehicle_class',
      'experience_years',
      'license_number',
      'upi_id',
      'cost_per_km',
      ...names,
    ]);
    expect(calls[0]?.form.get('vehicle_number')).toBe('dl 1z c 4821');
    expect(calls[0]?.form.get('vehicle_class')).toBe('suv');
  });

  test('in edit mode is filled in, marks uploaded documents, and sends only newly chosen files', async () => {
    serve('PUT /driver/profile', saved);
    renderPart(<ProfileForm profile={saved} onSaved={() => undefined} />);
    expect(screen.getByText('Update your vehicle and license information')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Car Model').value).toBe('Maruti Suzuki Dzire');
    expect(screen.getByLabelText<HTMLInputElement>('Years of Experience').value).toBe('7');
    expect(screen.getAllByText('Already uploaded')).toHaveLength(4);
    choose('vehicle_image', 10);
    fireEvent.click(screen.getByRole('button', { name: 'Update Profile' }));
    expect(await screen.findByText('Profile updated successfully!')).toBeTruthy();
    expect([...(calls[0]?.form.keys() ?? [])].filter((name) => names.includes(name))).toEqual(['vehicle_image']);
  });
});
