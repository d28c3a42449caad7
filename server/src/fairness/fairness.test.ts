import { randomUUID } from 'node:crypto';
import type { Fairness, FairnessPeriod } from '@boli/shared/fairness/fairness.schema';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BookingDocument, BookingModel } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { type RideDocument, RideModel } from '../rides/rides.model';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { patientJobs } from '../wiring/scheduler';
import { FairnessDayModel, FairnessPageModel, FairnessProgressModel } from './fairness.model';

const app = setUpApp({ settings: { RATE_ANONYMOUS: '20' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

/** Far enough ahead to be later than any run of this test. */
const NOW = Date.parse('2051-03-15T06:00:00+05:30');
const MINUTE = 60_000;
const at = (day: string, hour: number) => Date.parse(`${day}T00:00:00+05:30`) + hour * 60 * MINUTE;

let seed = 1;
/** A number from 0 to 1 that is the same in every run. */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}
const pick = (most: number) => Math.floor(random() * most);

const drivers = Array.from({ length: 60 }, () => randomUUID());
const customers = Array.from({ length: 40 }, () => randomUUID());
const rides: BookingDocument[] = [];
const requests: RideDocument[] = [];
let template: { booking: BookingDocument; request: RideDocument };

/** One more ride that was completed on this day, with a request that has one to four quotes. */
function add(day: string, more: Partial<BookingDocument> = {}, hour = 1 + random() * 20): void {
  const [_id, ride_request_id, driver_id] = [randomUUID(), randomUUID(), drivers[rides.length % drivers.length] ?? ''];
  const price = 100_00 + pick(300) * 100;
  const fee = [0, 5_00, Math.floor((price * 10 + 50) / 100)][pick(3)] ?? 0;
  const accepted = at(day, hour);
  const [arrived, completed] = [accepted + (1 + pick(9)) * MINUTE, accepted + (12 + pick(40)) * MINUTE];
  const isKnown = random() < 0.8;
  rides.push({
    ...template.booking,
    _id,
    ride_request_id,
    driver_id,
    customer_id: customers[rides.length % customers.length] ?? '',
    price_paise: price,
    discount_paise: 0,
    final_price_paise: price,
    platform_fee_paise: fee,
    driver_earnings_paise: price - fee,
    quote: { ...template.booking.quote, vehicle_class: isKnown ? 'suv' : null, pickup_eta_min: isKnown ? 5 : null },
    created_at: new Date(accepted),
    accepted_at: new Date(accepted),
    arrived_at: new Date(arrived),
    started_at: new Date(arrived),
    completed_at: new Date(completed),
    ...more,
  });
  const [quote] = template.request.quotes;
  if (!quote) throw new Error('the template has no quote');
  requests.push({
    ...template.request,
    _id: ride_request_id,
    customer_id: customers[requests.length % customers.length] ?? '',
    quotes: Array.from({ length: 1 + pick(4) }, () => ({ ...quote, _id: randomUUID(), driver_id: randomUUID() })),
    rates: random() < 0.9 ? (template.request.rates ?? null) : null,
    created_at: new Date(accepted),
  });
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.parse(`${first}T00:00Z`) + n * 24 * 60 * MINUTE).toISOString().slice(0, 10),
  );

async function store(): Promise<void> {
  await Promise.all([BookingModel.deleteMany({}), RideModel.deleteMany({})]);
  await FairnessDayModel.deleteMany({});
  await FairnessPageModel.deleteMany({});
  await FairnessProgressModel.deleteMany({});
  await BookingModel.insertMany(rides);
  await RideModel.insertMany(requests);
}

/** Runs the job until all days are published. */
async function publishAll(): Promise<void> {
  for (let runs = 0; runs < 30; runs++) await patientJobs.keep_fairness(new AbortController().signal, () => true);
}

/** The published figures, read from the database, because the server may answer from its memory. */
const stored = () => FairnessPageModel.find({}).sort({ _id: 1 }).lean();

const read = () => app.request<Fairness>('GET', '/fairness');
const fairness = async () => (await read()).body;
const monthIn = ({ months }: Fairness, from: string) => months.find((month) => month.from === from);

beforeAll(async () => {
  const booking = await steps.drive(driver, await steps.booked(customer, driver, { price: 240 }), 'completed');
  const [found, request] = await Promise.all([
    BookingModel.findById(booking.id).lean<BookingDocument>(),
    RideModel.findById(booking.ride_request_id).lean<RideDocument>(),
  ]);
  if (!found || !request) throw new Error('the ride is not stored');
  const { follow_up: _, ...kept } = found;
  template = { booking: kept, request };
  clock.setOffset(NOW - Date.now());
  // January has 29 rides, one too few.
  for (const day of daysFrom('2051-01-02', 29)) add(day);
  for (const day of daysFrom('2051-02-01', 28)) for (let n = 0; n < 9; n++) add(day);
  for (const day of daysFrom('2051-03-01', 14)) for (let n = 0; n < 11; n++) add(day);
  // Rides around midnight in India, one that was accepted days before, two at once, and one that was refunded in part.
  add('2051-02-28', { completed_at: new Date(at('2051-03-01', 0) - 1) }, 23.5);
  add('2051-02-28', { completed_at: new Date(at('2051-03-01', 0)) }, 23.5);
  const [planned, start] = [at('2051-02-10', 9), at('2051-02-10', 8.9)];
  add('2051-02-07', {
    ...{ is_scheduled: true, scheduled_time: new Date(planned), started_at: new Date(start) },
    completed_at: new Date(planned + 25 * MINUTE),
  });
  const twice = { driver_id: drivers[0] ?? '' };
  add('2051-02-12', { ...twice, completed_at: new Date(at('2051-02-12', 10.5)) }, 10);
  add('2051-02-12', { ...twice, completed_at: new Date(at('2051-02-12', 10.75)) }, 10.25);
  const part = { price_paise: 50_00, discount_paise: 0, final_paise: 50_00, fee_paise: 5_00, earnings_paise: 45_00 };
  add('2051-02-13', { part });
  // Today's rides are not counted before the day has ended.
  for (let n = 0; n < 40; n++) add('2051-03-15', {}, 1);
  await store();
  await publishAll();
}, 120_000);
afterAll(() => clock.setOffset(0));

const inSpan = (time: Date | null, from: string, to: string) =>
  time !== null && time.getTime() >= at(from, 0) && time.getTime() < at(to, 24);
const money = (paise: number) => paise / 100;
const rounded = (value: number, step: number) => Math.round(value / step) * step;

/** The middle usual price of the template's ride in rupees, by docs/FAIRNESS.md, for an SUV or without a class. */
function usual(isSuv: boolean): number {
  const road = template.booking.roads?.[0];
  const rates = template.request.rates;
  if (!road || !rates) throw new Error('the template has no road');
  const isEstimate = road.source === 'estimate';
  const km = isEstimate ? Math.max(1, Math.round(road.distance_km)) : Math.round(road.distance_km * 10) / 10;
  const minutes = isEstimate && road.duration_min > 10 ? rounded(road.duration_min, 5) : road.duration_min;
  const together =
    money(rates.base_paise) +
    Math.max(0, km - rates.base_km) * money(rates.per_km_paise) +
    minutes * money(rates.per_minute_paise);
  const percent = isSuv ? rates.class_percents.suv : 100;
  return rounded((((together * rates.hour_percent) / 100) * percent) / 100, 5);
}

/** The nearest-rank quantile: the lowest value with at least this share of all values at or below it. */
function ranked(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.find((value) => sorted.filter((other) => other <= value).length >= sorted.length * share) ?? Number.NaN;
}

/** The minutes that these times cover, counted second by second. */
function minutesCovered(times: readonly [number, number][]): number {
  const seconds = new Set(
    times.flatMap(([from, to]) => {
      const first = Math.round(from / 1_000);
      return Array.from({ length: Math.round(to / 1_000) - first }, (_, n) => first + n);
    }),
  );
  return seconds.size / 60;
}

/** The figures of a period, computed from all rides by the definitions of docs/FAIRNESS.md. */
function recomputed(from: string, to: string): FairnessPeriod {
  const done = rides.filter(({ completed_at }) => inSpan(completed_at, from, to));
  const posted = requests.filter(({ created_at }) => inSpan(created_at, from, to));
  const fareOf = (ride: BookingDocument) => ({
    price: ride.part?.price_paise ?? ride.price_paise,
    earned: ride.part?.earnings_paise ?? ride.driver_earnings_paise,
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const percents = done.flatMap((ride) => {
    const hasRates = requests.find(({ _id }) => _id === ride.ride_request_id)?.rates;
    return hasRates ? [Math.round((money(ride.price_paise) * 100) / usual(ride.quote.vehicle_class === 'suv'))] : [];
  });
  const hourly = drivers.flatMap((driver_id) => {
    const own = done.filter((ride) => ride.driver_id === driver_id);
    const times = own.map(({ accepted_at, scheduled_time, started_at, completed_at }): [number, number] => {
      const [accepted, end] = [accepted_at?.getTime() ?? 0, completed_at?.getTime() ?? 0];
      if (!scheduled_time) return [accepted, end];
      return [Math.max(accepted, Math.min(scheduled_time.getTime() - 30 * MINUTE, started_at?.getTime() ?? 0)), end];
    });
    return own.length > 0 ? [money(sum(own.map((ride) => fareOf(ride).earned))) / (minutesCovered(times) / 60)] : [];
  });
  const mean = sum(hourly) / hourly.length;
  const differences = sum(hourly.flatMap((one) => hourly.map((other) => Math.abs(one - other))));
  const promised = done.filter(({ quote }) => quote.pickup_eta_min !== null);
  const kept = promised.filter(
    ({ quote, accepted_at, arrived_at }) =>
      (arrived_at?.getTime() ?? 0) <= (accepted_at?.getTime() ?? 0) + (quote.pickup_eta_min ?? 0) * MINUTE,
  );
  const fares = done.map(fareOf);
  return {
    from,
    to,
    rides: done.length,
    quotes_per_request: Number((sum(posted.map(({ quotes }) => quotes.length)) / posted.length).toFixed(1)),
    price_percent: ranked(percents, 0.5),
    driver_share_percent: Number(
      ((sum(fares.map(({ earned }) => earned)) * 100) / sum(fares.map(({ price }) => price))).toFixed(1),
    ),
    hourly: {
      low: rounded(ranked(hourly, 0.25), 5),
      middle: rounded(ranked(hourly, 0.5), 5),
      high: rounded(ranked(hourly, 0.75), 5),
      gini: Number((differences / (2 * hourly.length ** 2 * mean)).toFixed(2)),
    },
    promises_kept_percent: Math.round((kept.length * 100) / promised.length),
  };
}

describe('the published figures', () => {
  test('are read without signing in, and may be kept by a browser for some minutes', async () => {
    const { status, headers } = await read();
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  });

  test('of a month are those that this test computes from its rides', async () => {
    expect(monthIn(await fairness(), '2051-02-01')).toEqual(recomputed('2051-02-01', '2051-02-28'));
  });

  test('of the last 30 days end with yesterday, and are those that this test computes from the rides', async () => {
    expect((await fairness()).last_days).toEqual(recomputed('2051-02-13', '2051-03-14'));
  });

  test('of a month with 29 rides are all hidden', async () => {
    const { hourly, ...figures } = monthIn(await fairness(), '2051-01-01') ?? { hourly: 'missing' };
    expect(hourly).toBeNull();
    expect(figures).toMatchObject({
      ...{ rides: null, quotes_per_request: null, price_percent: null },
      ...{ driver_share_percent: null, promises_kept_percent: null },
    });
  });

  test('contain only months that have ended, and no ids or names from the rides', async () => {
    const text = JSON.stringify(await fairness());
    expect(text).not.toContain('2051-03-31');
    for (const { _id, driver_id, customer_id, driver_name, customer_name } of rides)
      for (const personal of [_id, driver_id, customer_id, driver_name, customer_name])
        expect(text).not.toContain(personal);
  });

  test('never change, whatever happens to a ride later: a change would reveal what happened to it', async () => {
    const before = await stored();
    await BookingModel.updateMany({ completed_at: { $lt: new Date(NOW) } }, { $set: { price_paise: 1 } });
    await FairnessProgressModel.deleteMany({});
    await publishAll();
    expect(await stored()).toEqual(before);
    await BookingModel.deleteMany({});
    await BookingModel.insertMany(rides);
  });

  test('are the same after ten concurrent runs of the job', async () => {
    const before = await stored();
    await store();
    await Promise.all(Array.from({ length: 10 }, publishAll));
    expect(await stored()).toEqual(before);
    expect(await FairnessDayModel.countDocuments({})).toBe(72);
  }, 120_000);

  test('of a day are counted an hour after its end, not before', async () => {
    clock.setOffset(at('2051-03-16', 0.9) - Date.now());
    await publishAll();
    expect(await FairnessDayModel.exists({ _id: '2051-03-15' })).toBeNull();
    clock.setOffset(at('2051-03-16', 1.1) - Date.now());
    await publishAll();
    expect((await FairnessDayModel.findById('2051-03-15').lean<{ rides: number }>())?.rides).toBe(40);
    clock.setOffset(NOW - Date.now());
  });

  test('are refused with 429 when an address requests them too often', async () => {
    // So many that they exceed the burst of 80 and what is added meanwhile, even on a slow machine.
    const answers = await Promise.all(Array.from({ length: 400 }, read));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });
});
