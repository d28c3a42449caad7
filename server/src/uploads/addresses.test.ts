import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { clock } from '../core/clock';
import { profileForm, type TestPerson } from '../testing/app';
import { pdfFile } from '../testing/pdf';
import { setUpApp } from '../testing/set-up';

const app = setUpApp();
afterEach(() => clock.setOffset(0));

const accounts = () => mongoose.connection.collection<{ _id: string }>('users');
const file = (address: string | null) => fetch(`${app.url}${address}`);

describe('a signed address', () => {
  test('serves a PDF as an attachment, with headers that prevent its use as a page', async () => {
    const { token } = await app.register('driver');
    const form = profileForm({}, { rc_document: pdfFile() });
    const { body } = await app.request<DriverProfile>('POST', '/driver/profile', { token, form });
    const paper = await file(body.rc_document);
    expect(Object.fromEntries(paper.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(paper.headers.get('cache-control')).toMatch(/^private, max-age=\d+/);
    expect(Buffer.from(await paper.arrayBuffer()).equals(pdfFile())).toBe(true);
  });

  test('expires on a half hour, 30 to 60 minutes after its creation, and is the same within a half hour', async () => {
    const { token } = await app.registerDriver();
    const read = async () => (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body.driver_photo;
    const endOf = (address: string | null) => Number(/exp=(\d+)/.exec(address ?? '')?.[1]);
    const startOfHalf = 1_800_000 - (Date.now() % 1_800_000);
    for (const minute of [0.1, 13, 29]) {
      clock.setOffset(startOfHalf + minute * 60_000);
      const left = endOf(await read()) - clock.millis();
      expect(endOf(await read()) % 1_800_000).toBe(0);
      expect(left).toBeGreaterThan(30 * 60_000);
      expect(left).toBeLessThanOrEqual(60 * 60_000);
    }
    clock.setOffset(startOfHalf + 6_000);
    const early = await read();
    clock.setOffset(startOfHalf + 29 * 60_000);
    expect(await read()).toBe(early);
    expect((await file(early)).status).toBe(200);
    clock.setOffset(startOfHalf + 59 * 60_000);
    expect((await file(early)).status).toBe(200);
    clock.setOffset(startOfHalf + 61 * 60_000);
    const late = await file(early);
    expect([late.status, await late.json()]).toMatchObject([403, { code: 'files.gone' }]);
    expect(late.headers.get('cache-control')).toBe('no-store');
  });

  test('is for one person: it is refused with the id of another person, and once the account is suspended or deleted', async () => {
    const [driver, other] = [await app.registerDriver(), await app.registerDriver()];
    const profile = async ({ token }: TestPerson) =>
      (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body;
    const address = (await profile(driver)).rc_document ?? '';
    expect(address).toContain(`user=${driver.id}`);
    expect((await file(address.replace(driver.id, other.id))).status).toBe(403);
    expect((await file(address.replace(/user=[^&]+&/, ''))).status).toBe(403);
    expect((await file(address)).status).toBe(200);
    await accounts().updateOne({ _id: driver.id }, { $set: { suspension: { reason: 'lent' } } });
    expect((await file(address)).status).toBe(403);
    await accounts().updateOne({ _id: driver.id }, { $unset: { suspension: 1 } });
    expect((await file(address)).status).toBe(200);
    await accounts().deleteOne({ _id: driver.id });
    const gone = await file(address);
    expect([gone.status, await gone.json()]).toMatchObject([403, { code: 'files.gone' }]);
  });

  test('answers range and HEAD requests with the same protective headers', async () => {
    const { token } = await app.register('driver');
    const form = profileForm({}, { rc_document: pdfFile() });
    const { body } = await app.request<DriverProfile>('POST', '/driver/profile', { token, form });
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${app.url}${body.rc_document}`, { method, headers });
    const part = await ask({ Range: 'bytes=0-4' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 0-4/${pdfFile().length}`,
      '%PDF-',
    ]);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(pdfFile().length),
      '',
    ]);
    for (const answer of [part, head]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
    }
    const beyond = await ask({ Range: 'bytes=9999999-' });
    expect([beyond.status, beyond.headers.get('content-type')]).toEqual([416, 'application/json; charset=utf-8']);
    expect(beyond.headers.get('cache-control')).toBe('no-store');
  });

  test('cannot be guessed, changed or enumerated', async () => {
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
        '/api/files/00000000-0000-4000-8000-000000000000.png',
      ].map(async (path) => (await file(path)).status),
    );
    expect(codes).toEqual([403, 403, 403, 403, 404, 404, 404, 403]);
  });
});
