import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { PendingActionModel } from './admin-log.model';

let crashable: CrashableServer;
beforeAll(async () => {
  crashable = await openCrashableServer();
});
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

const body = { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' };
const wasPending = { settlement_status: 'pending', payment_reference: null };
const isPaid = { settlement_status: 'paid', payment_reference: 'BANK-1' };

test.each([
  ['admin_log.begun', { outcome: 'interrupted', after: wasPending }],
  ['settlement.paid', { outcome: 'interrupted', after: isPaid }],
  ['admin_log.written', { outcome: 'done', before: wasPending, after: isPaid }],
])(
  'a server that dies at %s leaves one log entry of the admin action, with its outcome',
  async (failpoint, expected) => {
    const { here, there, dies } = crashable;
    const admin = await here.api.register('admin');
    const [customer, driver] = [await here.api.register('customer'), await here.api.registerDriver()];
    const { id } = await here.steps.drive(driver, await here.steps.booked(customer, driver), 'completed');
    const entries = async () =>
      (await here.api.request<AdminLogEntry[]>('GET', `/admin/log?subject=${id}`, { token: admin.token })).body;
    await dies(failpoint, () => there.api.request('PUT', `/admin/settlements/${id}`, { token: admin.token, body }));
    // For a minute the pending action does not count as abandoned: the other process may still be running it.
    await crashable.finish(50_000);
    expect(await PendingActionModel.countDocuments({ subject_id: id })).toBe(1);
    await crashable.finish(61_000);
    await crashable.finish(62_000);
    expect(await entries()).toMatchObject([
      { action: 'settlement.paid', admin_id: admin.id, asked: body, ...expected },
    ]);
    expect(await PendingActionModel.countDocuments({ subject_id: id })).toBe(0);
    // The admin repeats the action: it is done already, and the log records that as well.
    const again = await here.api.request('PUT', `/admin/settlements/${id}`, { token: admin.token, body });
    expect(again).toMatchObject({ status: 200, body: isPaid });
    expect(await entries()).toHaveLength(2);
  },
  120_000,
);
