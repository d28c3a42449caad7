import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { basename, join } from 'node:path';
import type { Session } from '@boli/shared/auth/auth.schema';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { onePixelPng, profileForm, type TestPerson } from '../testing/app';
import { jpegInPasses } from '../testing/jpeg';
import { pdfFile } from '../testing/pdf';
import { eventually } from '../testing/realtime';
import { setUpApp } from '../testing/set-up';
import { removeOrphans } from './documents';

const app = setUpApp();

const filesStored = async () => (await readdir(join(app.dataDir, 'uploads')).catch(() => [])).length;
const post = (token: string, form: FormData) => app.request<DriverProfile>('POST', '/driver/profile', { token, form });
const file = (address: string | null) => fetch(`${app.url}${address}`);

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

  test('is checked by its content, not by its name', async () => {
    const webp = await sharp(onePixelPng).webp().toBuffer();
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await refused('driver_photo', pdfFile())).toEqual([415, 'drivers.image_only']);
    expect(await refused('vehicle_image', svg)).toEqual([415, 'drivers.image_only']);
    expect(await refused('rc_document', svg)).toEqual([415, 'drivers.image_or_pdf']);
    expect(await refused('license_document', Buffer.from('MZ\x90\0'))).toEqual([415, 'drivers.image_or_pdf']);
    expect(await refused('rc_document', Buffer.concat([Buffer.from(' '), pdfFile()]))).toEqual([
      415,
      'drivers.image_or_pdf',
    ]);
    expect(await refused('rc_document', pdfFile({ after: '<html>' }))).toEqual([415, 'drivers.image_or_pdf']);
    const active = pdfFile({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert) >>' });
    expect(await refused('fitness_document', active)).toEqual([400, 'drivers.active_pdf']);
    expect(await refused('vehicle_image', active)).toEqual([415, 'drivers.image_only']);
    expect(await refused('rc_document', pdfFile({ trailer: '/Encrypt << >>' }))).toEqual([
      400,
      'drivers.encrypted_pdf',
    ]);
    expect(await refused('rc_document', Buffer.from('%PDF-1.4\n%%EOF'))).toEqual([400, 'drivers.broken_pdf']);
    expect(await refused('driver_photo', webp)).toEqual([415, 'drivers.heic']);
    expect(await refused('rc_document', heic)).toEqual([415, 'drivers.heic']);
    expect(await refused('driver_photo', onePixelPng.subarray(0, 40))).toEqual([400, 'drivers.broken_image']);
    expect(await refused('driver_photo', (await jpeg(400, 400)).subarray(0, 700))).toEqual([
      400,
      'drivers.broken_image',
    ]);
  });

  test('with more than 64 million pixels is refused before it is decoded', async () => {
    const huge = await sharp({
      create: { width: 20_000, height: 20_000, channels: 3, background: 'red' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(huge.length).toBeLessThan(5_242_880);
    expect(await refused('driver_photo', huge)).toEqual([400, 'drivers.broken_image']);
  });

  test('with very many scans or rows, small but slow to decode, is refused before it is decoded', async () => {
    expect(await refused('driver_photo', jpegInPasses(65))).toEqual([400, 'drivers.broken_image']);
    const rows = sharp({ create: { width: 1, height: 1_000_000, channels: 3, background: 'red' } });
    expect(await refused('driver_photo', await rows.png().toBuffer())).toEqual([400, 'drivers.broken_image']);
    const { token } = await app.register('driver');
    // Phones append a video to a picture, and the metadata of a picture may contain another picture.
    const picture = jpegInPasses(64);
    const starts = Buffer.alloc(512, Buffer.from([0xff, 0xda]));
    const film = Buffer.concat([picture, starts]);
    const metadata = Buffer.concat([Buffer.from([0xff, 0xe1, 0x02, 0x02]), starts]);
    const thumbnail = Buffer.concat([picture.subarray(0, 2), metadata, picture.subarray(2)]);
    const files = { driver_photo: film, vehicle_image: thumbnail };
    expect((await post(token, profileForm({}, files))).status).toBe(201);
  });

  test('may have up to exactly 5,242,880 bytes', async () => {
    const filled = (size: number) => Buffer.concat([pdfFile(), Buffer.alloc(size - pdfFile().length)]);
    const { token } = await app.register('driver');
    const over = await post(token, profileForm({}, { rc_document: filled(5_242_881) }));
    expect([over.status, over.body]).toMatchObject([
      413,
      { detail: 'File size should not exceed 5MB', errors: [{ field: 'rc_document' }] },
    ]);
    expect((await post(token, profileForm({}, { rc_document: filled(5_300_000) }))).status).toBe(413);
    expect((await post(token, profileForm({}, { rc_document: filled(5_242_880) }))).status).toBe(201);
  });

  test('is served without its metadata, upright, within 2560 pixels', async () => {
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

  test('in an unknown field, twice in one field, or in an invalid form gets 400, never 500', async () => {
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

  test('without a database entry, left by a process that died, is removed after an hour', async () => {
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

  test('leaves no file behind if its sender disconnects during the upload', async () => {
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
        // Only a few requests of one account may wait; the others are refused, unless they disconnect before.
        const refused = await fetch(`${app.url}/api/driver/profile`, init).catch(() => null);
        expect([null, 429]).toContain(refused?.status ?? null);
      }),
    );
    expect((await app.request('GET', '/driver/profile', { token })).status).toBe(404);
    expect(await filesStored()).toBe(before);
  });

  test('with random bytes after a valid beginning is refused, and does not crash the process', async () => {
    const { token } = await app.registerDriver();
    const put = (bytes: Uint8Array) =>
      app.request('PUT', '/driver/profile', { token, form: profileForm({}, { driver_photo: bytes }) });
    for (let n = 0; n < 20; n++) {
      const magic = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([255, 216, 255]), Buffer.from('GIF89a')][
        n % 3
      ];
      const bytes = Buffer.concat([magic ?? Buffer.alloc(0), randomBytes(200 * n)]);
      expect([400, 415]).toContain((await put(bytes)).status);
    }
  });
});

describe('a form whose caller loses the permission during the upload', () => {
  /** Sends half of a changed profile, waits until the server reads it, runs `meanwhile`, and sends the rest. */
  const splitUpdate = async (token: string, meanwhile: () => Promise<unknown>): Promise<number> => {
    const noise = { width: 300, height: 300, channels: 3 } as const;
    const photo = await sharp(randomBytes(300 * 300 * 3), { raw: noise })
      .png()
      .toBuffer();
    const form = new Response(profileForm({ upi_id: 'thief@upi' }, { driver_photo: photo }));
    const body = Buffer.from(await form.arrayBuffer());
    const call = sendRequest(`${app.url}/api/driver/profile`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': form.headers.get('content-type') ?? '',
        'Content-Length': body.length,
      },
    });
    const answered = once(call, 'response');
    const filesOnDisk = async () => (await readdir(app.dataDir, { recursive: true })).length;
    const known = await filesOnDisk();
    call.write(body.subarray(0, body.length / 2));
    await eventually(async () => (await filesOnDisk()) > known, 'the form is not read');
    await meanwhile();
    call.end(body.subarray(body.length / 2));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
  const upiOf = async ({ email, password }: TestPerson) => {
    const session = await app.request<Session>('POST', '/auth/login', { body: { email, password } });
    const { body } = await app.request<DriverProfile>('GET', '/driver/profile', { token: session.body.access_token });
    return body.upi_id;
  };

  test('changes nothing after all sessions were ended', async () => {
    const ravi = await app.registerDriver({ upi_id: 'ravi@upi' });
    const end = () => app.request('POST', '/auth/logout-all', { token: ravi.token });
    expect(await splitUpdate(ravi.token, end)).toBe(401);
    expect(await upiOf(ravi)).toBe('ravi@upi');
  });

  test('changes nothing after the account was suspended', async () => {
    const [ravi, admin] = [await app.registerDriver({ upi_id: 'ravi@upi' }), await app.register('admin')];
    const suspend = (suspended: boolean) =>
      app.request('PUT', `/admin/users/${ravi.id}/suspension`, {
        token: admin.token,
        body: { suspended, reason: 'Papers are looked at' },
      });
    expect(await splitUpdate(ravi.token, () => suspend(true))).toBe(403);
    await suspend(false);
    expect(await upiOf(ravi)).toBe('ravi@upi');
  });
});
