import { randomBytes } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { clock } from '../core/clock';
import { onePixelPng, profileForm, startTestApp, type TestApp } from '../testing/app';
import { removeOrphans } from './documents';
import { providePresence } from './presence';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => {
  clock.setOffset(0);
  providePresence(() => false);
});

const filesStored = async () => (await readdir(join(app.dataDir, 'uploads')).catch(() => [])).length;
const pdf = (before = '') => Buffer.from(`${before}%PDF-1.4\n%%EOF`);
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
  test('is made once, with five documents, pending and switched on', async () => {
    const { id, token } = await app.register('driver');
    expect(await app.request('GET', '/driver/profile', { token })).toMatchObject({
      status: 404,
      body: { code: 'drivers.no_profile' },
    });
    const { status, body } = await post(token, profileForm({ upi_id: ' ravi@upi ' }, { rc_document: pdf() }));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      user_id: id,
      car_model: 'Maruti Dzire',
      experience_years: 5,
      license_number: 'DL-1420110012345',
      upi_id: 'ravi@upi',
      driver_photo: expect.stringMatching(/^\/api\/files\/[\w-]+\.png\?sig=.+&exp=\d+$/),
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

  test('is made once when two forms arrive together, and the other form leaves no file behind', async () => {
    const { token } = await app.register('driver');
    const before = await filesStored();
    const answers = await Promise.all([1, 2, 3].map(() => post(token, profileForm())));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
    expect(await filesStored()).toBe(before + 5);
  });

  test('belongs to drivers', async () => {
    const { token } = await app.register('customer');
    expect((await post(token, profileForm())).status).toBe(403);
    expect((await app.request('GET', '/driver/profile')).status).toBe(401);
  });

  test('asks for all five documents and names those that are missing', async () => {
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
  ])('refuses %s = %j', async (field, value, code) => {
    const { token } = await app.register('driver');
    const { status, body } = await post(token, profileForm({ [field]: value }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field, code }] });
  });

  test('keeps what an edit leaves out and clears the UPI ID by an empty one', async () => {
    const { token } = await app.registerDriver({ upi_id: 'me@bank' });
    const first = (await put(token, formOf({ car_model: 'WagonR' }))).body;
    expect(first).toMatchObject({ car_model: 'WagonR', upi_id: 'me@bank', experience_years: 5 });
    expect((await put(token, formOf({ upi_id: '' }))).body).toMatchObject({ car_model: 'WagonR', upi_id: null });
    const json = await app.request('PUT', '/driver/profile', { token, body: { experience_years: 9 } });
    expect(json.body).toMatchObject({ experience_years: 9, car_model: 'WagonR' });
  });

  test('goes back to pending by a new licence number or document, and by nothing else', async () => {
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

  test('removes a document that has been replaced, and keeps the others', async () => {
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

describe('an uploaded document', () => {
  const jpeg = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#884422' } })
      .withExif({ IFD0: { Copyright: 'where-I-live' } })
      .jpeg()
      .toBuffer();

  const refused = async (name: string, bytes: Uint8Array) => {
    const before = await filesStored();
    const { token } = await app.register('driver');
    const { status, body } = await post(token, profileForm({}, { [name]: bytes }));
    expect(await filesStored()).toBe(before);
    expect(body).toMatchObject({ errors: [{ field: name }] });
    return [status, 'code' in body ? body.code : null];
  };

  test('is judged by what it is, not by its name', async () => {
    const webp = await sharp(onePixelPng).webp().toBuffer();
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await refused('driver_photo', pdf())).toEqual([415, 'drivers.image_only']);
    expect(await refused('vehicle_image', svg)).toEqual([415, 'drivers.image_only']);
    expect(await refused('rc_document', svg)).toEqual([415, 'drivers.image_or_pdf']);
    expect(await refused('license_document', Buffer.from('MZ\x90\0'))).toEqual([415, 'drivers.image_or_pdf']);
    expect(await refused('rc_document', pdf(' '.repeat(1024)))).toEqual([415, 'drivers.image_or_pdf']);
    expect(await refused('driver_photo', webp)).toEqual([415, 'drivers.heic']);
    expect(await refused('rc_document', heic)).toEqual([415, 'drivers.heic']);
    expect(await refused('driver_photo', onePixelPng.subarray(0, 40))).toEqual([400, 'drivers.broken_image']);
    expect(await refused('driver_photo', (await jpeg(400, 400)).subarray(0, 700))).toEqual([
      400,
      'drivers.broken_image',
    ]);
  });

  test('with more pixels than can be decoded is refused before it is', async () => {
    const huge = await sharp({
      create: { width: 20_000, height: 20_000, channels: 3, background: 'red' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(huge.length).toBeLessThan(5_242_880);
    expect(await refused('driver_photo', huge)).toEqual([400, 'drivers.broken_image']);
  });

  test('may be 5,242,880 bytes to the byte', async () => {
    const filled = (size: number) => Buffer.concat([pdf(), Buffer.alloc(size - pdf().length)]);
    const { token } = await app.register('driver');
    const over = await post(token, profileForm({}, { rc_document: filled(5_242_881) }));
    expect([over.status, over.body]).toMatchObject([
      413,
      { detail: 'File size should not exceed 5MB', errors: [{ field: 'rc_document' }] },
    ]);
    expect((await post(token, profileForm({}, { rc_document: filled(5_300_000) }))).status).toBe(413);
    expect((await post(token, profileForm({}, { rc_document: filled(5_242_880) }))).status).toBe(201);
  });

  test('comes back without its metadata, upright, within 2560 pixels', async () => {
    const lying = await sharp(await jpeg(3000, 1500))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { token } = await app.register('driver');
    const { body } = await post(token, profileForm({}, { driver_photo: lying }));
    const answer = await file(body.driver_photo);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const meta = await sharp(bytes).metadata();
    expect([meta.width, meta.height, meta.exif]).toEqual([1280, 2560, undefined]);
    expect(bytes.includes('where-I-live')).toBe(false);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
  });

  test('in a field of another name, twice in one, or in a broken form is 400, never 500', async () => {
    const { token } = await app.register('driver');
    const other = profileForm();
    other.set('selfie', new Blob([onePixelPng]), 'a.png');
    expect(await post(token, other)).toMatchObject({ status: 400, body: { code: 'drivers.unexpected_file' } });
    const twice = profileForm();
    twice.append('driver_photo', new Blob([onePixelPng]), 'b.png');
    expect((await post(token, twice)).status).toBe(400);
    const raw = (body: string, type: string) =>
      fetch(`${app.url}/api/driver/profile`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        body,
      });
    const start = '--x\r\nContent-Disposition: form-data; name="driver_photo"; filename="a.png"\r\n\r\nabc';
    for (const answer of [
      await raw(start, 'multipart/form-data; boundary=x'),
      await raw(start, 'multipart/form-data'),
      await raw('', 'multipart/form-data; boundary=x'),
      await raw(
        '--x\r\nContent-Disposition: form-data; name=""; filename=""\r\n\r\n\r\n--x--',
        'multipart/form-data; boundary=x',
      ),
      await raw('hello', 'text/plain'),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    }
  });

  test('of which nobody knows, because a process ended in between, is removed after an hour', async () => {
    const { token } = await app.registerDriver();
    const folder = join(app.dataDir, 'uploads');
    const orphan = (n: number) => join(folder, `00000000-0000-4000-8000-00000000000${n}.png`);
    for (const n of [1, 2]) await writeFile(orphan(n), onePixelPng);
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    const known = await readdir(folder);
    for (const name of known.filter((one) => !orphan(2).endsWith(one))) {
      await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
    }
    await removeOrphans();
    const left = await readdir(folder);
    expect(known.filter((name) => !left.includes(name))).toEqual([basename(orphan(1))]);
    const profile = (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body;
    expect((await file(profile.driver_photo)).status).toBe(200);
    await rm(orphan(2));
  });

  test('whose sender leaves in the middle leaves nothing behind', async () => {
    const { token } = await app.register('driver');
    const before = await filesStored();
    const start = '--x\r\nContent-Disposition: form-data; name="rc_document"; filename="a.pdf"\r\n\r\n%PDF-1.4';
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const leaving = new AbortController();
        const body = new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode(start));
            setTimeout(() => leaving.abort(), 50);
          },
        });
        const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=x' };
        const init = { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal } as const;
        await expect(fetch(`${app.url}/api/driver/profile`, init)).rejects.toThrow();
      }),
    );
    expect((await app.request('GET', '/driver/profile', { token })).status).toBe(404);
    expect(await filesStored()).toBe(before);
  });

  test('never ends the process whatever bytes it holds', async () => {
    const { token } = await app.registerDriver();
    for (let n = 0; n < 20; n++) {
      const magic = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([255, 216, 255]), Buffer.from('GIF89a')][
        n % 3
      ];
      const bytes = Buffer.concat([magic ?? Buffer.alloc(0), randomBytes(200 * n)]);
      expect([400, 415]).toContain((await put(token, formOf({}, { driver_photo: bytes }))).status);
    }
  });
});

describe('a signed address', () => {
  test('serves its file for an hour to the one who has it, PDFs only as an attachment, nothing as a page', async () => {
    const { token } = await app.register('driver');
    const { body } = await post(token, profileForm({}, { rc_document: pdf('junk before ') }));
    const paper = await file(body.rc_document);
    expect(Object.fromEntries(paper.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="document.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(paper.headers.get('cache-control')).toMatch(/^private, max-age=\d+/);
    expect(await paper.text()).toContain('junk before %PDF-');
    clock.setOffset(59 * 60_000);
    expect((await file(body.rc_document)).status).toBe(200);
    clock.setOffset(121 * 60_000);
    const late = await file(body.rc_document);
    expect([late.status, await late.json()]).toMatchObject([403, { code: 'files.gone' }]);
  });

  test('stays the same within the hour, so that pictures are cached', async () => {
    const { token } = await app.registerDriver();
    const read = async () => (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body.driver_photo;
    const startOfHour = 3_600_000 - (Date.now() % 3_600_000);
    clock.setOffset(startOfHour + 1000);
    const early = await read();
    clock.setOffset(startOfHour + 3_500_000);
    expect(await read()).toBe(early);
  });

  test('cannot be guessed, changed or walked', async () => {
    const { token } = await app.registerDriver();
    const profile = (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body;
    const address = profile.driver_photo ?? '';
    const id = /files\/([^?]+)/.exec(address)?.[1] ?? '';
    const other = /files\/([^?]+)/.exec(profile.rc_document ?? '')?.[1] ?? '';
    const codes = await Promise.all(
      [
        `/api/files/${id}`,
        `/api/files/${id}?sig=&exp=9999999999999`,
        address.replace(/exp=\d+/, 'exp=9999999999999'),
        address.replace(id, other),
        '/api/files/..%2fsecret?sig=x&exp=1',
        '/api/files/%00.png',
        '/api/files/nothing',
      ].map(async (path) => (await file(path)).status),
    );
    expect(codes).toEqual([403, 403, 403, 403, 404, 404, 404]);
  });
});

describe('availability', () => {
  test('is the switch and a live connection', async () => {
    const { token } = await app.registerDriver();
    const available = async () =>
      (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body.is_available;
    const turn = (body: unknown) => app.request('PUT', '/driver/availability', { token, body });
    expect(await available()).toBe(false);
    providePresence(() => true);
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
