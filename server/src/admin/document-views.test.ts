import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { AdminLogModel } from '../admin-log/admin-log.model';
import { clock } from '../core/clock';
import { onePixelPng, type TestPerson } from '../testing/app';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp();
const { admin } = setUpPeople({ admin: () => app.register('admin') });
afterEach(() => clock.setOffset(0));

/** A driver, and the row that an admin gets for this driver. */
async function waiting(): Promise<{ driver: TestPerson; profile: DriverProfile }> {
  const driver = await app.registerDriver();
  const list = await app.request<VerificationItem[]>('GET', '/admin/drivers/pending-verification', {
    token: admin.token,
  });
  const item = list.body.find(({ user }) => user.id === driver.id);
  if (!item) throw new Error('the driver is not in the list');
  return { driver, profile: item.profile };
}
const open = (address: string | null, init: RequestInit = {}) => fetch(`${app.url}${address}`, init);
const views = async ({ id }: TestPerson) => {
  const query = `subject=${id}&action=document.viewed`;
  return (await app.request<AdminLogEntry[]>('GET', `/admin/log?${query}`, { token: admin.token })).body;
};

test('opening a document writes one log entry for each signed address, however often a browser requests it', async () => {
  const { driver, profile } = await waiting();
  expect(await views(driver)).toEqual([]);
  const answers = await Promise.all([
    open(profile.rc_document),
    open(profile.rc_document),
    open(profile.rc_document, { method: 'HEAD' }),
    open(profile.rc_document, { headers: { Range: 'bytes=0-3' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 206]);
  expect(await views(driver)).toEqual([
    expect.objectContaining({
      admin_id: admin.id,
      admin_name: admin.name,
      address: '127.0.0.1',
      subject_kind: 'driver',
      outcome: 'done',
      asked: { document: 'rc_document' },
    }),
  ]);
  await open(profile.license_document);
  const later = new Date(Date.now() + 45 * 60_000);
  clock.setOffset(later.getTime() - Date.now());
  const again = await app.request<VerificationItem[]>('GET', '/admin/drivers/pending-verification', {
    token: admin.token,
  });
  await open(again.body.find(({ user }) => user.id === driver.id)?.profile.rc_document ?? null);
  expect((await views(driver)).map(({ asked }) => asked.document)).toEqual([
    'rc_document',
    'license_document',
    'rc_document',
  ]);
});

test('no log entry is written for an address with a wrong signature, nor for drivers who open their own documents', async () => {
  const { driver, profile } = await waiting();
  const own = await app.request<DriverProfile>('GET', '/driver/profile', { token: driver.token });
  expect((await open(own.body.rc_document)).status).toBe(200);
  const forged = (profile.rc_document ?? '').replace(/sig=.{4}/, 'sig=AAAA');
  expect((await open(forged)).status).toBe(403);
  expect(await views(driver)).toEqual([]);
});

test('a document is not served while its log entry cannot be written', async () => {
  const { driver, profile } = await waiting();
  const create = AdminLogModel.create;
  Object.assign(AdminLogModel, { create: () => Promise.reject(new mongoose.mongo.MongoNetworkError('away')) });
  const answer = await open(profile.rc_document).finally(() => Object.assign(AdminLogModel, { create }));
  expect(answer.status).toBe(503);
  expect(Buffer.from(await answer.arrayBuffer()).equals(onePixelPng)).toBe(false);
  expect(await views(driver)).toEqual([]);
  expect((await open(profile.rc_document)).status).toBe(200);
});

test('the owner of a document is found through an index', async () => {
  const filter = {
    $or: ['driver_photo', 'vehicle_image', 'rc_document', 'license_document', 'fitness_document'].map((name) => ({
      [name]: 'x',
    })),
  };
  const plan = await mongoose.connection.collection('driver_profiles').find(filter).explain('queryPlanner');
  expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
});
