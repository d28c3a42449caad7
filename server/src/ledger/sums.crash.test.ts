import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { AdminStats } from '@boli/shared/ledger/ledger.schema';
import type { Promo } from '@boli/shared/promos/promos.schema';
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

async function started(): Promise<{ driver: TestPerson; customer: TestPerson; booking: Booking }> {
  const { api, steps } = crashable.here;
  const [customer, driver] = await Promise.all([api.register('customer'), api.registerDriver()]);
  // Without a payment in cash, which would be a second journal entry, the ride is the driver's only entry of the day.
  const booked = await steps.booked(customer, driver, { price: 100, book: { payment_method: 'online' } });
  return { driver, customer, booking: await steps.drive(driver, booked, 'in_progress') };
}

/** How often the code SAVE100 is used, as admins see it. */
async function uses(): Promise<number> {
  const { body } = await crashable.here.api.request<Promo[]>('GET', '/admin/promos', { token: admin.token });
  return body.find(({ code }) => code === 'SAVE100')?.used ?? Number.NaN;
}

async function quoted() {
  const { api, steps } = crashable.here;
  const [customer, driver] = await Promise.all([api.register('customer'), api.registerDriver()]);
  return { customer, driver, quote: await steps.quote(driver, await steps.ride(customer), 300) };
}
const promo = { promo_code: 'SAVE100' };

/**
 * Checks that the figures shown have grown by one ride of 100 rupees, and that the sums equal those of the documents.
 */
async function expectOneMore(before: AdminStats): Promise<void> {
  await crashable.finish(6_000);
  expect(await stats()).toEqual({
    ...before,
    total_rides: before.total_rides + 1,
    total_platform_earnings: before.total_platform_earnings + 10,
    pending_collections: before.pending_collections + 10,
  });
  expect((await audit({ checks: 1 })).differences).toEqual([]);
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
  'after a server dies at %s while it computes the sums, the rows of all longer periods include the ride',
  async (failpoint) => {
    const before = await stats();
    const { driver, booking } = await started();
    // The driver's sums are computed on completion, and the platform's sums by the job of the process that dies.
    await crashable.here.steps.step(driver, booking, 'completed');
    const { exit } = await crashable.start(failpoint);
    await exit;
    await expectOneMore(before);
  },
  180_000,
);

test.each(['redemption.taken', 'redemption.kept', 'bookings.promo'])(
  'after a server dies at %s, the sums count a booking with a promo code as a use of the code if the booking is stored',
  async (failpoint) => {
    const before = await uses();
    const { customer, driver, quote } = await quoted();
    await crashable.dies(failpoint, () => crashable.there.steps.book(customer, quote, promo));
    await crashable.finish(65_000);
    const { body } = await crashable.here.api.request<Booking[]>('GET', '/bookings/my', { token: driver.token });
    expect(body).toHaveLength(failpoint === 'redemption.taken' ? 0 : 1);
    expect(await uses()).toBe(before + body.length);
    expect((await audit({ checks: 1 })).differences).toEqual([]);
  },
  180_000,
);

test('a redemption whose booking is not stored is counted immediately, and no longer after its release a minute later', async () => {
  const before = await uses();
  const { customer, quote } = await quoted();
  await crashable.dies('book.redeemed', () => crashable.there.steps.book(customer, quote, promo));
  expect(await uses()).toBe(before + 1);
  await crashable.finish(65_000);
  expect(await uses()).toBe(before);
}, 180_000);

test.each(['redemption.released', 'bookings.promo'])(
  'after a server dies at %s on a rejection, the booking does not count as a use of its promo code in the sums',
  async (failpoint) => {
    const { customer, driver, quote } = await quoted();
    const booking = await crashable.here.steps.book(customer, quote, promo);
    const before = await uses();
    await crashable.dies(failpoint, () => crashable.there.steps.step(driver, booking, 'rejected'));
    await crashable.finish(6_000);
    expect(await uses()).toBe(before - 1);
    expect((await audit({ checks: 1 })).differences).toEqual([]);
  },
  180_000,
);

test.each(['bookings.sums', 'bookings.driver_figures'])(
  'after a server dies at %s on a rating, the figures of the driver include the rating once',
  async (failpoint) => {
    const { driver, customer, booking } = await started();
    const { steps, api } = crashable.here;
    await steps.step(driver, booking, 'completed');
    const body = { booking_id: booking.id, rating: 4 };
    const rate = () => crashable.there.api.request('POST', '/ratings/create', { token: customer.token, body });
    await crashable.dies(failpoint, rate);
    await crashable.finish(6_000);
    const { body: profile } = await api.request('GET', '/driver/profile', { token: driver.token });
    expect(profile).toMatchObject({ average_rating: 4, total_ratings: 1 });
    expect((await audit({ checks: 1 })).differences).toEqual([]);
  },
  180_000,
);

test('a build of the sums whose process dies is continued by another process', async () => {
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
  expect((await audit({ checks: 1 })).differences).toEqual([]);
}, 180_000);
