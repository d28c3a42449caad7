import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import { describe, expect, test } from '@jest/globals';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp();
const { admin } = setUpPeople({ admin: () => app.register('admin') });

const list = (query = '') =>
  app.request<VerificationItem[]>('GET', `/admin/drivers/pending-verification${query}`, { token: admin.token });
const verify = (id: string, query: string, body?: unknown) =>
  app.request('PUT', `/admin/drivers/${id}/verify${query}`, { token: admin.token, body });

describe('driver verification', () => {
  test('lists pending drivers, newest first, with user, profile and a hint if another profile has the same licence number', async () => {
    const first = await app.registerDriver({ license_number: 'KA 05-1234' });
    const second = await app.registerDriver({ license_number: 'ka051234' });
    const third = await app.registerDriver({ license_number: 'MH 01' });
    const { status, body, headers } = await list();
    expect([status, headers.get('x-total-count')]).toEqual([200, '3']);
    expect(body.map((item) => [item.user.id, item.shared_license])).toEqual([
      [third.id, false],
      [second.id, true],
      [first.id, true],
    ]);
    expect(body[2]).toMatchObject({
      user: { id: first.id, name: first.name, email: first.email },
      profile: { user_id: first.id, car_model: 'Maruti Dzire', rc_document: expect.any(String) },
    });
    const page = await list('?limit=1');
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '3']);
  });

  test('approves and rejects in any status, and stores the reason for the driver; a second rejection replaces the reason', async () => {
    const driver = await app.registerDriver();
    expect((await verify(driver.id, '?status=verified')).body).toMatchObject({ verification_status: 'verified' });
    expect((await list()).body.map((item) => item.user.id)).not.toContain(driver.id);
    const rejected = await verify(driver.id, '?status=rejected', { reason: ' The licence has expired ' });
    expect(rejected.body).toMatchObject({
      verification_status: 'rejected',
      rejection_reason: 'The licence has expired',
    });
    expect((await verify(driver.id, '?status=rejected', { reason: 'Blurred' })).status).toBe(200);
    const own = await app.request('GET', '/driver/profile', { token: driver.token });
    expect(own.body).toMatchObject({ verification_status: 'rejected', rejection_reason: 'Blurred' });
    expect((await verify(driver.id, '?status=verified')).body).toMatchObject({ rejection_reason: null });
  });

  test('refuses unknown decisions, people without a profile, and callers who are not admins', async () => {
    const driver = await app.registerDriver();
    expect(await verify(driver.id, '?status=pending')).toMatchObject({
      status: 400,
      body: { code: 'admin.verify_status' },
    });
    expect((await verify(driver.id, '')).status).toBe(400);
    expect(await verify(admin.id, '?status=verified')).toMatchObject({
      status: 404,
      body: { code: 'admin.no_profile' },
    });
    expect((await verify('not-an-id', '?status=verified')).status).toBe(404);
    const path = `/admin/drivers/${driver.id}/verify?status=verified`;
    expect((await app.request('PUT', path, { token: driver.token })).status).toBe(403);
    expect((await app.request('PUT', path)).status).toBe(401);
    expect((await app.request('GET', '/admin/drivers/pending-verification', { token: driver.token })).status).toBe(403);
  });
});
