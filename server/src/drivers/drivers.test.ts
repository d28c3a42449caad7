import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isOnline, onlineDrivers } from '../realtime/presence';
import { onePixelPng, profileForm } from '../testing/app';
import { pdfFile } from '../testing/pdf';
import { setUpApp } from '../testing/set-up';
import { profiles } from './drivers.repository';
import { implementPresence } from './presence';

const app = setUpApp();
afterEach(() => implementPresence({ isOnline, onlineDrivers }));

const filesStored = async () => (await readdir(join(app.dataDir, 'uploads')).catch(() => [])).length;
const post = (token: string, form: FormData) => app.request<DriverProfile>('POST', '/driver/profile', { token, form });
const put = (token: string, form: FormData) => app.request<DriverProfile>('PUT', '/driver/profile', { token, form });
const formOf = (fields: Record<string, string>, files: Record<string, Uint8Array> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([bytes.slice()]), 'any.name');
  return form;
};
const file = (address: string | null) => fetch(`${app.url}${address}`);

describe('a driver profile', () => {
  test('is created once, with five documents, and is pending', async () => {
    const { id, token } = await app.register('driver');
    expect(await app.request('GET', '/driver/profile', { token })).toMatchObject({
      status: 404,
      body: { code: 'drivers.no_profile' },
    });
    const { status, body } = await post(token, profileForm({ upi_id: ' ravi@upi ' }, { rc_document: pdfFile() }));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      user_id: id,
      car_model: 'Maruti Dzire',
      vehicle_number: 'DL 1C AB 1234',
      vehicle_class: null,
      experience_years: 5,
      license_number: 'DL-1420110012345',
      upi_id: 'ravi@upi',
      cost_per_km: null,
      driver_photo: expect.stringMatching(/^\/api\/files\/[\w-]+\.png\?user=.+&sig=.+&exp=\d+$/),
      vehicle_image: expect.any(String),
      rc_document: expect.stringContaining('.pdf?'),
      license_document: expect.any(String),
      fitness_document: expect.any(String),
      verification_status: 'pending',
      rejection_reason: null,
      average_rating: 0,
      total_ratings: 0,
      is_available: false,
    });
    const again = await post(token, profileForm());
    expect([again.status, again.body]).toMatchObject([409, { code: 'drivers.profile_exists' }]);
    expect((await app.request('GET', '/driver/profile', { token })).body).toEqual(body);
  });

  test('is created once when three forms arrive together, and the refused forms leave no files behind', async () => {
    const { token } = await app.register('driver');
    const before = await filesStored();
    const answers = await Promise.all([1, 2, 3].map(() => post(token, profileForm())));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await filesStored()).toBe(before + 5);
  });

  test('that does not exist is answered with 404, or with null if the query asks for null', async () => {
    const { token } = await app.register('driver');
    const read = (query: string) => app.request('GET', `/driver/profile${query}`, { token });
    expect(await read('')).toMatchObject({ status: 404, body: { code: 'drivers.no_profile' } });
    expect(await read('?missing=null')).toMatchObject({ status: 200, body: null });
    expect((await read('?missing=yes')).status).toBe(400);
    const { body: profile } = await post(token, profileForm());
    expect(await read('?missing=null')).toMatchObject({ status: 200, body: profile });
  });

  test('is only for drivers', async () => {
    const { token } = await app.register('customer');
    expect((await post(token, profileForm())).status).toBe(403);
    expect((await app.request('GET', '/driver/profile')).status).toBe(401);
  });

  test('needs all five documents, and an error names those that are missing', async () => {
    const { token } = await app.register('driver');
    const answer = await post(token, profileForm({}, { rc_document: null, fitness_document: null }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      detail: 'Please upload all required documents',
      errors: [{ field: 'rc_document' }, { field: 'fitness_document' }],
    });
    expect((await app.request('POST', '/driver/profile', { token })).status).toBe(400);
  });

  test.each([
    ['car_model', '  ', 'drivers.car_required'],
    ['experience_years', '-1', 'drivers.years_range'],
    ['experience_years', '81', 'drivers.years_range'],
    ['experience_years', 'many', 'drivers.years_range'],
    ['license_number', '', 'drivers.license_required'],
    ['license_number', 'x'.repeat(41), 'common.too_long'],
    ['upi_id', 'no-at-sign', 'drivers.upi_form'],
    ['vehicle_number', 'x'.repeat(21), 'drivers.vehicle_number_length'],
    ['vehicle_number', '\u202e', 'drivers.vehicle_number_length'],
  ])('refuses %s = %j', async (field, value, code) => {
    const { token } = await app.register('driver');
    const { status, body } = await post(token, profileForm({ [field]: value }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field, code }] });
  });

  test('keeps the fields that an edit omits, and clears the UPI ID with an empty value', async () => {
    const { token } = await app.registerDriver({ upi_id: 'me@bank' });
    const first = (await put(token, formOf({ car_model: 'WagonR' }))).body;
    expect(first).toMatchObject({ car_model: 'WagonR', upi_id: 'me@bank', experience_years: 5 });
    expect((await put(token, formOf({ upi_id: '' }))).body).toMatchObject({ car_model: 'WagonR', upi_id: null });
    const json = await app.request('PUT', '/driver/profile', { token, body: { experience_years: 9 } });
    expect(json.body).toMatchObject({ experience_years: 9, car_model: 'WagonR' });
  });

  test('stores the vehicle number in capitals on one line; it is optional', async () => {
    const { token } = await app.registerDriver({ vehicle_number: '' });
    const read = async () =>
      (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body.vehicle_number;
    expect(await read()).toBeNull();
    const set = (vehicle_number: string) => put(token, formOf({ vehicle_number }));
    expect((await set(' dl\u202e 1c\tab 1234\u200f ')).body.vehicle_number).toBe('DL 1C AB 1234');
    expect((await put(token, formOf({ car_model: 'Alto' }))).body.vehicle_number).toBe('DL 1C AB 1234');
    expect((await set('ß'.repeat(11))).status).toBe(400);
    expect((await set('ß'.repeat(10))).body.vehicle_number).toBe('S'.repeat(20));
    expect((await set('')).body.vehicle_number).toBeNull();
    const { token: other } = await app.register('driver');
    expect((await post(other, profileForm({ vehicle_number: 'ka 01' }))).body.vehicle_number).toBe('KA 01');
  });

  test('becomes pending again after a new licence number or document, and after no other edit', async () => {
    const { id, token } = await app.registerDriver();
    const admin = await app.register('admin');
    const verify = () => app.request('PUT', `/admin/drivers/${id}/verify?status=verified`, { token: admin.token });
    await verify();
    const same = await put(token, formOf({ car_model: 'Alto', license_number: 'DL-1420110012345', upi_id: 'a@b' }));
    expect(same.body.verification_status).toBe('verified');
    expect((await put(token, formOf({ license_number: 'KA-1' }))).body.verification_status).toBe('pending');
    await verify();
    const file_ = await put(token, formOf({}, { vehicle_image: onePixelPng }));
    expect(file_.body.verification_status).toBe('pending');
  });

  test('is not changed by an edit based on an outdated read: the decision of an admin stays', async () => {
    const { id, token } = await app.registerDriver();
    const admin = await app.register('admin');
    const read = await profiles.byUser(id);
    if (!read) throw new Error('no profile');
    await app.request('PUT', `/admin/drivers/${id}/verify?status=rejected`, { token: admin.token });
    expect(await profiles.change(read, { verification_status: 'pending', car_model: 'Alto' })).toBeNull();
    expect((await app.request('GET', '/driver/profile', { token })).body).toMatchObject({
      verification_status: 'rejected',
      car_model: 'Maruti Dzire',
    });
  });

  test('deletes a document that has been replaced, and keeps the others', async () => {
    const { token } = await app.registerDriver();
    const before = (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body;
    const count = await filesStored();
    const after = (await put(token, formOf({}, { driver_photo: onePixelPng }))).body;
    expect(after.driver_photo).not.toBe(before.driver_photo);
    expect([(await file(before.driver_photo)).status, (await file(after.driver_photo)).status]).toEqual([404, 200]);
    expect((await file(after.rc_document)).status).toBe(200);
    expect(await filesStored()).toBe(count);
  });
});

describe('online status', () => {
  test('needs the availability switch and a live connection', async () => {
    const { token } = await app.registerDriver();
    const available = async () =>
      (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body.is_available;
    const turn = (body: unknown) => app.request('PUT', '/driver/availability', { token, body });
    expect(await available()).toBe(false);
    implementPresence({ isOnline: () => true, onlineDrivers });
    expect(await available()).toBe(true);
    expect(await turn({ is_available: false })).toMatchObject({ status: 200, body: { is_available: false } });
    expect(await available()).toBe(false);
    expect((await turn({ is_available: true, lat: 28.6, lng: 77.2 })).body).toEqual({ is_available: true });
    expect(await turn({ is_available: 'yes' })).toMatchObject({ status: 400 });
    expect(await turn({ is_available: true, lat: 91, lng: 0 })).toMatchObject({ status: 400 });
    const { token: without } = await app.register('driver');
    expect(
      await app.request('PUT', '/driver/availability', { token: without, body: { is_available: true } }),
    ).toMatchObject({
      status: 404,
    });
  });
});
