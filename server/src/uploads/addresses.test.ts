import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { profileForm, startTestApp, type TestApp } from '../testing/app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => clock.setOffset(0));

const pdf = (before = '') => Buffer.from(`${before}%PDF-1.4\n%%EOF`);
const file = (address: string | null) => fetch(`${app.url}${address}`);

describe('a signed address', () => {
  test('serves its file for an hour to the one who has it, PDFs only as an attachment, nothing as a page', async () => {
    const { token } = await app.register('driver');
    const form = profileForm({}, { rc_document: pdf('junk before ') });
    const { body } = await app.request<DriverProfile>('POST', '/driver/profile', { token, form });
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
