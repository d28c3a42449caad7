import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../testing/render';
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

test('one press tells of missing fields and of missing documents', async () => {
  renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
  press();
  expect(screen.getByText('Please enter the car model')).toBeTruthy();
  expect(screen.getAllByText('This field is required')).toHaveLength(5);
  expect(await screen.findByText('Please upload all required documents')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Car Model'));
});

test('where only documents are missing, the first of them has the keyboard', () => {
  renderPart(<ProfileForm profile={null} onSaved={() => undefined} />);
  fill('Car Model', 'Maruti Suzuki Dzire');
  fill('Years of Experience', '7');
  fill('License Number', 'DL-0420110149646');
  press();
  expect(document.activeElement).toBe(screen.getByLabelText('Choose file: Driver Photo'));
});
