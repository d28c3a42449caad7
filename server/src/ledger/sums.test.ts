import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { AdminStats, Commission, DailyEarnings, DailyRevenue, Statement } from '@boli/shared/ledger/ledger.schema';
import type { Promo } from '@boli/shared/promos/promos.schema';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { audit } from '../audit/audit.service';
import { clock } from '../core/clock';
import { DriverProfileModel } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import { keepRedemption, seedPromos } from '../promos/promos.service';
import { redemptions } from '../promos/redemptions.repository';
import { rowOfUse } from '../promos/uses';
import { ratings } from '../ratings/ratings.repository';
import { idOf, PLATFORM } from '../sums/periods';
import { SumsBuildModel, SumsModel } from '../sums/sums.model';
import { sumsRows } from '../sums/sums.repository';
import { markStale } from '../sums/sums.service';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';

const DAY_MS = 24 * 3_600_000;
const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, admin } = setUpPeople({
  customer: () => app.register('customer'),
  admin: () => app.register('admin'),
});

beforeAll(() => runJobs());
afterEach(() => clock.setOffset(0));

const read = async <T>(path: string, { token }: TestPerson): Promise<T> =>
  (await app.request<T>('GET', path, { token })).body;
const settle = ({ id }: Booking, person = admin) =>
  app.request('PUT', `/admin/settlements/${id}`, {
    token: person.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });
const undo = ({ id }: Booking) => app.request('POST', `/admin/settlements/${id}/undo`, { token: admin.token });
const driven = async (driver: TestPerson, price: number, person = customer) =>
  steps.drive(driver, await steps.booked(person, driver, { price }), 'completed');

/** All figures shown to admins and to this driver that come from the kept sums. */
async function shown(driver: TestPerson) {
  const period = `from=${new Date(0).toISOString().replace('1970', '2026')}&to=2026-12-31T00:00:00Z`;
  const { balance, totals } = await read<Statement>(`/driver/statement?${period}`, driver);
  return {
    stats: await read<AdminStats>('/admin/stats', admin),
    revenue: await read<DailyRevenue[]>('/admin/revenue/daily?days=3', admin),
    commissions: await read<Commission[]>('/admin/commissions/by-driver', admin),
    earnings: await read<Record<string, number>>('/driver/earnings', driver),
    days: await read<DailyEarnings[]>('/driver/earnings/daily?days=3', driver),
    promos: await read<Promo[]>('/admin/promos', admin),
    balance,
    totals,
  };
}

/** The same figures, computed from the documents. */
async function computed(driver: TestPerson) {
  const build = await sumsRows.readBuild();
  await SumsBuildModel.deleteMany({});
  const result = await shown(driver);
  if (build) await sumsRows.writeBuild({ stage: build.stage, after: build.after });
  return result;
}

test('the figures shown include a ride, its payment, the payment of its fee and the undo immediately', async () => {
  const driver = await app.registerDriver();
  const booking = await driven(driver, 200);
  expect(await shown(driver)).toMatchObject({
    earnings: { total_earnings: 180, platform_fees_paid: 0, pending_payment: 20, completed_rides: 1 },
    balance: 20,
  });
  await settle(booking);
  expect(await shown(driver)).toMatchObject({ earnings: { platform_fees_paid: 20, pending_payment: 0 }, balance: 0 });
  await undo(booking);
  expect(await shown(driver)).toMatchObject({ earnings: { platform_fees_paid: 0, pending_payment: 20 }, balance: 20 });
});

test('after each step the kept figures equal those computed from the documents', async () => {
  const driver = await app.registerDriver();
  const agree = async () => expect(await shown(driver)).toEqual(await computed(driver));
  const [one, other] = [await driven(driver, 123.45), await driven(driver, 67.89)];
  await agree();
  await settle(one);
  await agree();
  clock.setOffset(DAY_MS);
  const later = await app.register('customer');
  await driven(driver, 99.99, later);
  await agree();
  clock.setOffset(0);
  await settle(other);
  await agree();
  await undo(other);
  await agree();
  expect((await audit({ checks: 1 })).differences).toEqual([]);
});

/** The figures on the profile of a driver, and the same counted from all bookings. */
async function figuresOf({ id }: TestPerson) {
  const profile = await profiles.byUser(id);
  const { average_rating, total_ratings, completed_rides } = profile ?? {};
  return { kept: { average_rating, total_ratings, completed_rides }, counted: await ratings.figuresOf(id) };
}
const rate = ({ id }: Booking, rating: number) =>
  app.request('POST', '/ratings/create', { token: customer.token, body: { booking_id: id, rating } });

test('the figures on the profile of a driver are those of all rides, also of other months and after concurrent ratings', async () => {
  const driver = await app.registerDriver();
  const booked: Booking[] = [];
  for (const days of [0, 1, 40]) {
    clock.setOffset(days * DAY_MS);
    const one = await app.register('customer');
    await driven(driver, 70 + days, one);
  }
  clock.setOffset(0);
  for (let nth = 0; nth < 4; nth++) booked.push(await driven(driver, 100 + nth));
  await Promise.all([...booked.map((booking, nth) => rate(booking, 1 + nth)), runJobs()]);
  const { kept, counted } = await figuresOf(driver);
  expect(counted).toEqual({ average_rating: 2.5, total_ratings: 4, completed_rides: 7 });
  expect(kept).toEqual(counted);
  expect((await audit({ checks: 1 })).differences).toEqual([]);
});

test('a promo code shows its uses and discounts immediately, and without those of cancelled bookings', async () => {
  await seedPromos();
  const driver = await app.registerDriver();
  const used = async () => {
    const codes = await read<Promo[]>('/admin/promos', admin);
    return codes.filter(({ code }) => code === 'SAVE100').map(({ used, discount_given }) => [used, discount_given])[0];
  };
  const booked = async () =>
    steps.booked(await app.register('customer'), driver, { price: 300, book: { promo_code: 'SAVE100' } });
  expect(await used()).toEqual([0, 0]);
  const one = await booked();
  expect(await used()).toEqual([1, 100]);
  const others = await Promise.all([booked(), booked(), booked()]);
  expect(await used()).toEqual([4, 400]);
  for (const [nth, other] of others.entries()) {
    await steps.step(driver, other, 'rejected');
    expect(await used()).toEqual([3 - nth, 300 - nth * 100]);
  }
  await steps.drive(driver, one, 'completed');
  expect(await used()).toEqual([1, 100]);
  expect(await shown(driver)).toEqual(await computed(driver));
  expect((await audit({ checks: 1 })).differences).toEqual([]);
});

test('a promo code shows the last discount of a use, and no use that is being released', async () => {
  await seedPromos();
  const [driver, one] = [await app.registerDriver(), await app.register('customer')];
  const used = async () =>
    (await read<Promo[]>('/admin/promos', admin)).flatMap(({ code, used, discount_given }) =>
      code === 'SAVE100' ? [used, discount_given] : [],
    );
  const [uses = 0, given = 0] = await used();
  const booking = await steps.booked(one, driver, { price: 300, book: { promo_code: 'SAVE100' } });
  const { id } = booking;
  expect(await used()).toEqual([uses + 1, given + 100]);
  await keepRedemption(id, 40_00);
  expect(await used()).toEqual([uses + 1, given + 40]);
  const use = await redemptions.release(id, clock.now());
  if (!use) throw new Error('the booking has no redemption');
  await markStale([rowOfUse(use)]);
  expect(await used()).toEqual([uses, given]);
  // Another process, which has read the booking earlier, does not undo the release.
  await keepRedemption(id, 100_00);
  expect(await used()).toEqual([uses, given]);
  expect(await redemptions.ofBooking(id)).toBeNull();
  await steps.step(driver, booking, 'rejected');
});

test('after twenty people complete, pay, undo and cancel at the same time, the figures equal those of the documents', async () => {
  const drivers = await Promise.all(Array.from({ length: 4 }, () => app.registerDriver()));
  const reader = drivers[0] ?? customer;
  const contend = async (nth: number) => {
    const driver = await app.registerDriver();
    const one = await app.register('customer');
    const booking = await steps.drive(driver, await steps.booked(one, driver, { price: 100 + nth }), 'in_progress');
    if (nth % 5 === 4) return steps.cancel(one, booking);
    await steps.step(driver, booking, 'completed');
    await Promise.all([settle(booking), shown(reader), settle(booking)]);
    if (nth % 2 === 0) await Promise.all([undo(booking), undo(booking), runJobs()]);
    return booking;
  };
  await Promise.all(Array.from({ length: 20 }, (_, nth) => contend(nth)));
  expect(await shown(reader)).toEqual(await computed(reader));
  expect((await audit({ checks: 1 })).differences).toEqual([]);
}, 120_000);

test('after twenty concurrent writes and computations of one row, its sums equal those of the documents', async () => {
  const driver = await app.registerDriver();
  const booked: Booking[] = [];
  for (let nth = 0; nth < 10; nth++) booked.push(await driven(driver, 100 + nth));
  await Promise.all(
    booked.flatMap((booking) => [settle(booking), read('/admin/stats', admin), read('/driver/earnings', driver)]),
  );
  await Promise.all(booked.flatMap((booking) => [undo(booking), read('/driver/earnings', driver), runJobs()]));
  const { earnings, ...rest } = await shown(driver);
  expect(earnings).toMatchObject({ completed_rides: 10, platform_fees_paid: 0, pending_payment: 104.5 });
  expect({ earnings, ...rest }).toEqual(await computed(driver));
}, 120_000);

test('in a database from before the sums were kept, runs of a job build the sums, and meanwhile the figures come from the documents', async () => {
  const driver = await app.registerDriver();
  const booking = await driven(driver, 150);
  await settle(booking);
  const before = await shown(driver);
  await SumsModel.deleteMany({});
  await SumsBuildModel.deleteMany({});
  expect(await shown(driver)).toEqual(before);
  expect(await SumsModel.countDocuments({})).toBe(0);
  for (let runs = 0; runs < 50 && !(await sumsRows.isBuilt()); runs++) await runJobs();
  expect(await sumsRows.isBuilt()).toBe(true);
  expect(await SumsModel.countDocuments({ stale: { $exists: true } })).toBe(0);
  expect(await shown(driver)).toEqual(before);
});

test('the audit names a kept sum that is wrong, one that is missing, one whose parts do not add up, and a wrong figure on a profile', async () => {
  const driver = await app.registerDriver();
  const booking = await driven(driver, 80);
  await runJobs();
  const findings = async () => (await audit({ checks: 1 })).differences;
  expect(await findings()).toEqual([]);
  const day = new Date(clock.millis() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const leaf = idOf({ series: 'fares', owner: driver.id, period: day });
  const all = idOf({ series: 'fares', owner: driver.id, period: 'all' });
  await SumsModel.updateOne({ _id: leaf }, { $inc: { 'sums.fee_paise': 1 } });
  expect(await findings()).toEqual(expect.arrayContaining([expect.stringContaining(leaf)]));
  await SumsModel.updateOne({ _id: leaf }, { $inc: { 'sums.fee_paise': -1 } });
  await SumsModel.updateOne({ _id: all }, { $inc: { 'sums.rides': 1 } });
  expect(await findings()).toEqual([expect.stringContaining(all)]);
  await SumsModel.updateOne({ _id: all }, { $inc: { 'sums.rides': -1 } });
  const row = await SumsModel.findById(leaf).lean();
  await SumsModel.deleteOne({ _id: leaf });
  expect(await findings()).toEqual(
    expect.arrayContaining([`the kept sums lack ${leaf}, for the booking ${booking.id}`]),
  );
  if (row) await SumsModel.create(row);
  expect(await findings()).toEqual([]);
  await DriverProfileModel.updateOne({ user_id: driver.id }, { $inc: { total_ratings: 1 } });
  expect(await findings()).toEqual([expect.stringContaining(`profile of driver ${driver.id}`)]);
  await DriverProfileModel.updateOne({ user_id: driver.id }, { $inc: { total_ratings: -1 } });
  expect(await findings()).toEqual([]);
});

test('the earnings in the sums of the platform are the total of those in the sums of the drivers', async () => {
  await runJobs();
  const rows = await SumsModel.find({ series: 'fares', level: 'all' }).lean();
  const total = (of: (typeof rows)[number][]) => of.reduce((sum, row) => sum + (row.sums?.earnings_paise ?? 0), 0);
  expect(total(rows.filter(({ owner }) => owner === PLATFORM))).toBe(
    total(rows.filter(({ owner }) => owner !== PLATFORM)),
  );
});
