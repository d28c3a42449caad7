import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BookingModel } from './bookings/bookings.model';
import { profiles } from './drivers/drivers.repository';
import { RideModel } from './rides/rides.model';
import { storedRide } from './testing/agreement';
import type { TestPerson } from './testing/app';
import { type CrashableServer, openCrashableServer } from './testing/crashable-server';
import { eventually } from './testing/realtime';

const KILLS = Number(process.env.KILLS ?? 3);

let crashable: CrashableServer;
let api: CrashableServer['there']['api'];
let steps: CrashableServer['there']['steps'];

beforeAll(async () => {
  crashable = await openCrashableServer({ MAX_OPEN_REQUESTS: '10000' });
  ({ api, steps } = crashable.there);
});
afterEach(() => crashable.rest());
afterAll(() => crashable.close());

/** Runs the repairs of another process, six seconds later. */
const finishByAnother = () => crashable.finish(6_000);
const book = (customer: TestPerson, quote: Quote, key: string) =>
  api.request<Booking>('POST', '/bookings/create', {
    token: customer.token,
    body: { quote_id: quote.id, payment_method: 'cash' },
    headers: { 'Idempotency-Key': key },
  });

/** Registers a customer and a driver in this process, which survives, and runs `prepare` with them. */
async function people<T>(prepare: (customer: TestPerson, driver: TestPerson) => Promise<T>) {
  const customer = await crashable.here.api.register('customer');
  const driver = await crashable.here.api.registerDriver();
  return { customer, driver, made: await prepare(customer, driver) };
}
const booked = (customer: TestPerson, driver: TestPerson) => crashable.here.steps.booked(customer, driver);

describe('a server that dies during a booking', () => {
  const quoted = async (failpoint: string) => {
    const { here, dies } = crashable;
    const { customer, driver, made } = await people(async (one, own) =>
      here.steps.quote(own, await here.steps.ride(one)),
    );
    await dies(failpoint, () => book(customer, made, 'tap'));
    return { customer, driver, quote: made };
  };

  test.each(['book.claimed', 'book.inserted', 'bookings.request', 'bookings.emit'])(
    'at %s: the repeated call gets the booking',
    async (failpoint) => {
      const { customer, quote } = await quoted(failpoint);
      await crashable.start();
      const again = await book(customer, quote, 'tap');
      expect(again).toMatchObject({ status: 201, body: { status: 'pending', quote_id: quote.id } });
      await finishByAnother();
      const { faults, bookings, ride } = await storedRide(quote.ride_request_id);
      expect({ faults, bookings: bookings.length, status: ride.status }).toEqual({
        faults: [],
        bookings: 1,
        status: 'booked',
      });
    },
    120_000,
  );

  test('without a repeated call: the restarted server completes the booking', async () => {
    const { customer, driver, quote } = await quoted('book.claimed');
    expect(await BookingModel.countDocuments({ quote_id: quote.id })).toBe(0);
    await crashable.start();
    const finished = async () => (await storedRide(quote.ride_request_id)).faults.length === 0;
    await eventually(finished, 'the booking was not finished', 40_000);
    const [booking] = (await api.request<Booking[]>('GET', '/bookings/my', { token: customer.token })).body;
    expect(booking).toMatchObject({ quote_id: quote.id, status: 'pending' });
    if (booking) expect((await steps.step(driver, booking, 'accepted')).status).toBe('accepted');
  }, 120_000);
});

test('a server that dies after an acceptance was emitted: another process moves the request', async () => {
  const { driver, made: booking } = await people(booked);
  await crashable.dies('bookings.emit_first', () => steps.step(driver, booking, 'accepted'));
  const acceptedAt = async () => (await storedRide(booking.ride_request_id)).ride.accepted_at ?? null;
  expect(await acceptedAt()).toBeNull();
  await finishByAnother();
  expect((await storedRide(booking.ride_request_id)).faults).toEqual([]);
  expect(await acceptedAt()).toBeInstanceOf(Date);
}, 120_000);

describe('a server that dies at the end of a ride', () => {
  test.each(['step.written', 'bookings.request', 'bookings.settlement', 'bookings.emit', 'bookings.driver_figures'])(
    "at %s on completion: another process completes the ride request, the settlement and the driver's number of rides",
    async (failpoint) => {
      const { driver, made: booking } = await people(async (customer, own) => {
        const running = await crashable.here.steps.drive(own, await booked(customer, own), 'accepted');
        return crashable.here.steps.step(own, running, 'in_progress');
      });
      await crashable.dies(failpoint, () => steps.step(driver, booking, 'completed'));
      await finishByAnother();
      const { faults, ride } = await storedRide(booking.ride_request_id);
      expect({ faults, status: ride.status }).toEqual({ faults: [], status: 'completed' });
      expect((await profiles.byUser(driver.id))?.completed_rides).toBe(1);
    },
    120_000,
  );

  test.each(['step.written', 'bookings.request'])(
    'at %s on a rejection: another process opens the request again',
    async (failpoint) => {
      const { driver, made: booking } = await people(booked);
      await crashable.dies(failpoint, () => steps.step(driver, booking, 'rejected'));
      await finishByAnother();
      const { faults, ride } = await storedRide(booking.ride_request_id);
      expect({ faults, status: ride.status }).toEqual({ faults: [], status: 'open' });
    },
    120_000,
  );
});

test("when an admin rejects a driver and the server dies, the driver's quotes and pending bookings still end", async () => {
  const { here } = crashable;
  const { customer, driver, made: booking } = await people(booked);
  const ride = await here.steps.ride(customer);
  await here.steps.quote(driver, ride);
  const admin = await here.api.register('admin');
  await crashable.dies('driver_profiles.rejection', () =>
    api.request('PUT', `/admin/drivers/${driver.id}/verify?status=rejected`, { token: admin.token }),
  );
  await finishByAnother();
  expect((await BookingModel.findById(booking.id).lean())?.status).toBe('rejected');
  expect((await RideModel.findById(ride.id).lean())?.quotes[0]?.status).toBe('withdrawn');
}, 120_000);

/** The acknowledged writes, as their clients remember them. */
interface Acknowledged {
  rides: Set<string>;
  quotes: Map<string, string>;
  bookings: Map<string, string>;
}

const rank = (status: string) => ['pending', 'accepted', 'in_progress', 'completed'].indexOf(status);

test(
  `after ${KILLS} kills under load no acknowledged write is lost and no change is half done`,
  async () => {
    await crashable.start();
    const drivers = await Promise.all([1, 2, 3].map(() => api.registerDriver()));
    const customers = await Promise.all([1, 2, 3].map(() => api.register('customer')));
    const acknowledged: Acknowledged = { rides: new Set(), quotes: new Map(), bookings: new Map() };
    let over = false;
    const clients = customers.flatMap((customer, n) => {
      const driver = drivers[n];
      return driver ? [live(customer, driver, { acknowledged, over: () => over })] : [];
    });
    /** Waits until a booking is acknowledged, so that a kill has something to lose on a slow machine, too. */
    const acknowledgesAnother = () => {
      const before = acknowledged.bookings.size;
      return eventually(() => acknowledged.bookings.size > before, 'no booking was acknowledged', 40_000);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await acknowledgesAnother();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
      await crashable.start();
    }
    await acknowledgesAnother();
    over = true;
    await Promise.all(clients);
    await finishByAnother();
    await compare(acknowledged);
  },
  120_000 + KILLS * 55_000,
);

/** One customer and one driver who ride repeatedly; a call without an answer is repeated. */
async function live(
  customer: TestPerson,
  driver: TestPerson,
  { acknowledged, over }: { acknowledged: Acknowledged; over: () => boolean },
): Promise<void> {
  const ends = ['completed', 'completed', 'rejected', 'cancelled'] as const;
  for (let turn = 0; !over(); turn++) {
    const ride = await answered(() => steps.ride(customer));
    acknowledged.rides.add(ride.id);
    const quote = await answered(() => steps.quote(driver, ride));
    acknowledged.quotes.set(quote.id, ride.id);
    const booking = (await answered(() => book(customer, quote, `turn-${turn}`))).body;
    acknowledged.bookings.set(booking.id, booking.status);
    const end = ends[turn % ends.length] ?? 'completed';
    const path = end === 'completed' ? (['accepted', 'in_progress', 'completed'] as const) : ([end] as const);
    for (const status of path) {
      const next = () =>
        status === 'cancelled' ? steps.cancel(customer, booking) : steps.step(driver, booking, status);
      acknowledged.bookings.set(booking.id, (await answered(next)).status);
    }
  }
}

/** Repeats a call until it is answered: the server may have died before or after it executed the call. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isLinkGone(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** fetch fails with a TypeError (of its own realm) when the connection is lost; any other error is unexpected. */
function isLinkGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';
}

async function compare(acknowledged: Acknowledged): Promise<void> {
  const lost: string[] = [];
  for (const rideId of acknowledged.rides) {
    const { faults } = await storedRide(rideId);
    lost.push(...faults.map((fault) => `${rideId}: ${fault}`));
  }
  for (const [quoteId, rideId] of acknowledged.quotes) {
    const { ride } = await storedRide(rideId);
    if (!ride.quotes.some((quote) => quote._id === quoteId)) lost.push(`the quote ${quoteId}`);
  }
  for (const [id, status] of acknowledged.bookings) {
    const stored = await BookingModel.findById(id).lean();
    const kept = stored && (isDead(stored.status) ? stored.status === status : rank(stored.status) >= rank(status));
    if (!kept) lost.push(`the booking ${id}: ${status} was acknowledged, ${stored?.status} is stored`);
  }
  expect(lost).toEqual([]);
  expect(acknowledged.bookings.size).toBeGreaterThan(KILLS);
}
