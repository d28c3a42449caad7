import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { AdminStats } from '@boli/shared/ledger/ledger.schema';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { audit } from '../audit/audit.service';
import { SumsBuildModel, SumsModel } from '../sums/sums.model';
import { sumsRows } from '../sums/sums.repository';
import type { TestPerson } from '../testing/app';
import { type CrashableServer, openCrashableServer } from '../testing/crashable-server';
import { runJobs } from '../wiring/scheduler';

let crashable: CrashableServer;
let admin: TestPerson;

beforeAll(async () => {
  crashable = await openCrashableServer({ MAX_OPEN_REQUESTS: '1000', SIMULATED_GATEWAY_SECRET: 'only for tests' });
  admin = await crashable.here.api.register('admin');
  await runJobs();
});
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

const stats = async () =>
  (await crashable.here.api.request<AdminStats>('GET', '/admin/stats', { token: admin.token })).body;

async function started(): Promise<{ driver: TestPerson; booking: Booking }> {
  const { api, steps } = crashable.here;
  const [customer, driver] = await Promise.all([api.register('customer'), api.registerDriver()]);
  // Without a payment in cash, which would be a second journal entry, the ride is the driver's only entry of the day.
  const booked = await steps.booked(customer, driver, { price: 100, book: { payment_method: 'online' } });
  return { driver, booking: await steps.drive(driver, booked, 'in_progress') };
}

/** Checks that the figures shown have grown by one ride of 100 rupees, and that the sums are those of the documents. */
async function expectOneMore(before: AdminStats): Promise<void> {
  await crashable.finish(6_000);
  expect(await stats()).toEqual({
    ...before,
    total_rides: before.total_rides + 1,
    total_platform_earnings: before.total_platform_earnings + 10,
    pending_collections: before.pending_collections + 10,
  });
  expect((await audit({ looks: 1 })).differences).toEqual([]);
}

test.each(['bookings.settlement', 'journal.inserted', 'bookings.sums'])(
  'after a server dies at %s on completion, the ride is counted once in all sums',
  async (failpoint) => {
    const before = await stats();
    const { driver, booking } = await started();
    await crashable.dies(failpoint, () => crashable.there.steps.step(driver, booking, 'completed'));
    await expectOneMore(before);
  },
  180_000,
);

test.each(['sums.stored', 'sums.marked'])(
  'after a server dies at %s while it computes the sums, all rows above include the ride',
  async (failpoint) => {
    const before = await stats();
    const { driver, booking } = await started();
    const { exit } = await crashable.start(failpoint);
    await Promise.all([crashable.there.steps.step(driver, booking, 'completed').catch(() => undefined), exit]);
    await expectOneMore(before);
  },
  180_000,
);

test('a build that dies is continued by another process', async () => {
  const before = await stats();
  await SumsModel.deleteMany({});
  await SumsBuildModel.deleteMany({});
  const { exit } = await crashable.start('sums.marked');
  await exit;
  expect(await sumsRows.isBuilt()).toBe(false);
  expect(await stats()).toEqual(before);
  await runJobs();
  expect(await sumsRows.isBuilt()).toBe(true);
  expect(await stats()).toEqual(before);
  expect((await audit({ looks: 1 })).differences).toEqual([]);
}, 180_000);
