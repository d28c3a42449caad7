import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import './app';
import { BookingModel } from './bookings/bookings.model';
import { clock } from './core/clock';
import { profiles } from './drivers/drivers.repository';
import { RideModel } from './rides/rides.model';
import { runJobs } from './scheduler/scheduler';
import { configure, readSettings } from './settings';
import { storedRide } from './testing/agreement';
import { apiAt, type TestPerson } from './testing/app';
import { eventually } from './testing/live';
import { market } from './testing/market';
import { type ServerProcess, startServerProcess } from './testing/process';
import { freePort } from './testing/serve';
import { openTestDatabase, testDatabaseUri } from './testing/store';

const KILLS = Number(process.env.KILLS ?? 5);
const SECRET = 'a secret that only the tests of this product use';

let folder: string;
let settings: Record<string, string>;
let closeDatabase: () => Promise<void>;
let server: ServerProcess;
let api: ReturnType<typeof apiAt>;
let steps: ReturnType<typeof market>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-crash-'));
  const uri = testDatabaseUri();
  const port = await freePort();
  settings = { MONGODB_URI: uri, PORT: String(port), DATA_DIR: folder, JWT_SECRET: SECRET, MAX_OPEN_REQUESTS: '10000' };
  configure(readSettings(settings));
  closeDatabase = await openTestDatabase(uri);
  api = apiAt(`http://127.0.0.1:${port}`);
  steps = market(api);
});
afterEach(async () => {
  clock.setOffset(0);
  await server.kill();
});
afterAll(async () => {
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

const start = async (failpoint = '') => {
  server = await startServerProcess({ ...settings, FAILPOINT: failpoint });
};
/** What another process would finish, six seconds later. */
const finishByAnother = async () => {
  clock.setOffset(6_000);
  await runJobs();
};
const book = (customer: TestPerson, quote: Quote, key: string) =>
  api.request<Booking>('POST', '/bookings/create', {
    token: customer.token,
    body: { quote_id: quote.id, payment_method: 'cash' },
    headers: { 'Idempotency-Key': key },
  });

/** A booking in this state, made without the failpoint, and then a server that dies at it. */
async function before(failpoint: string, prepare: (customer: TestPerson, driver: TestPerson) => Promise<Booking>) {
  await start();
  const customer = await api.register('customer');
  const driver = await api.registerDriver();
  const booking = await prepare(customer, driver);
  await server.kill();
  await start(failpoint);
  return { customer, driver, booking };
}

describe('a server that dies while it books', () => {
  const quoted = async (failpoint: string) => {
    await start();
    const customer = await api.register('customer');
    const driver = await api.registerDriver();
    const quote = await steps.quote(driver, await steps.ride(customer));
    await server.kill();
    await start(failpoint);
    await expect(book(customer, quote, 'tap')).rejects.toThrow();
    await server.exit;
    return { customer, driver, quote };
  };

  test.each(['book.claimed', 'book.inserted', 'bookings.request', 'bookings.tell'])(
    'at %s: the repeated tap gets the booking',
    async (failpoint) => {
      const { customer, quote } = await quoted(failpoint);
      await start();
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

  test('and nobody taps again: the restarted server finishes it by itself', async () => {
    const { customer, driver, quote } = await quoted('book.claimed');
    expect(await BookingModel.countDocuments({ quote_id: quote.id })).toBe(0);
    await start();
    const finished = async () => (await storedRide(quote.ride_request_id)).faults.length === 0;
    await eventually(finished, 'the booking was not finished', 40_000);
    const [booking] = (await api.request<Booking[]>('GET', '/bookings/my', { token: customer.token })).body;
    expect(booking).toMatchObject({ quote_id: quote.id, status: 'pending' });
    if (booking) expect((await steps.step(driver, booking, 'accepted')).status).toBe('accepted');
  }, 120_000);
});

describe('a server that dies while a ride ends', () => {
  test.each(['step.written', 'bookings.request', 'bookings.settlement', 'bookings.driver_figures'])(
    'at %s on completion: request, settlement and figures are finished',
    async (failpoint) => {
      const { driver, booking } = await before(failpoint, async (customer, own) => {
        const running = await steps.drive(own, await steps.booked(customer, own), 'accepted');
        return steps.step(own, running, 'in_progress');
      });
      await expect(steps.step(driver, booking, 'completed')).rejects.toThrow();
      await server.exit;
      await finishByAnother();
      const { faults, ride } = await storedRide(booking.ride_request_id);
      expect({ faults, status: ride.status }).toEqual({ faults: [], status: 'completed' });
      expect((await profiles.byUser(driver.id))?.completed_rides).toBe(1);
    },
    120_000,
  );

  test.each(['step.written', 'bookings.request'])(
    'at %s on a rejection: the request opens again',
    async (failpoint) => {
      const { driver, booking } = await before(failpoint, (customer, own) => steps.booked(customer, own));
      await expect(steps.step(driver, booking, 'rejected')).rejects.toThrow();
      await server.exit;
      await finishByAnother();
      const { faults, ride } = await storedRide(booking.ride_request_id);
      expect({ faults, status: ride.status }).toEqual({ faults: [], status: 'open' });
    },
    120_000,
  );
});

test('an admin rejects a driver and the server dies: its quotes and pending bookings still end', async () => {
  const { customer, driver, booking } = await before('driver_profiles.rejection', (one, own) => steps.booked(one, own));
  const ride = await steps.ride(customer);
  await steps.quote(driver, ride);
  const admin = await api.register('admin');
  const reject = api.request('PUT', `/admin/drivers/${driver.id}/verify?status=rejected`, { token: admin.token });
  await expect(reject).rejects.toThrow();
  await server.exit;
  await finishByAnother();
  expect((await BookingModel.findById(booking.id).lean())?.status).toBe('rejected');
  expect((await RideModel.findById(ride.id).lean())?.quotes[0]?.status).toBe('withdrawn');
}, 120_000);

/** What the server has said yes to, as its clients remember it. */
interface Acknowledged {
  rides: Set<string>;
  quotes: Map<string, string>;
  bookings: Map<string, string>;
}

const rank = (status: string) => ['pending', 'accepted', 'in_progress', 'completed'].indexOf(status);

test(
  `nothing acknowledged is lost over ${KILLS} kills under load, and nothing stays half done`,
  async () => {
    await start();
    const drivers = await Promise.all([1, 2, 3].map(() => api.registerDriver()));
    const customers = await Promise.all([1, 2, 3].map(() => api.register('customer')));
    const said: Acknowledged = { rides: new Set(), quotes: new Map(), bookings: new Map() };
    let over = false;
    const clients = customers.flatMap((customer, n) => {
      const driver = drivers[n];
      return driver ? [live(customer, driver, { said, over: () => over })] : [];
    });
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 900));
      await server.kill();
      await start();
    }
    over = true;
    await Promise.all(clients);
    await finishByAnother();
    await compare(said);
  },
  120_000 + KILLS * 15_000,
);

/** One customer and one driver who ride again and again; a call that gets no answer is simply made anew. */
async function live(
  customer: TestPerson,
  driver: TestPerson,
  { said, over }: { said: Acknowledged; over: () => boolean },
): Promise<void> {
  const ends = ['completed', 'completed', 'rejected', 'cancelled'] as const;
  for (let turn = 0; !over(); turn++) {
    const ride = await answered(() => steps.ride(customer));
    said.rides.add(ride.id);
    const quote = await answered(() => steps.quote(driver, ride));
    said.quotes.set(quote.id, ride.id);
    const booking = (await answered(() => book(customer, quote, `turn-${turn}`))).body;
    said.bookings.set(booking.id, booking.status);
    const end = ends[turn % ends.length] ?? 'completed';
    const path = end === 'completed' ? (['accepted', 'in_progress', 'completed'] as const) : ([end] as const);
    for (const status of path) {
      const next = () =>
        status === 'cancelled' ? steps.cancel(customer, booking) : steps.step(driver, booking, status);
      said.bookings.set(booking.id, (await answered(next)).status);
    }
  }
}

/** Makes a call until it is answered: the server may be gone, and it may be gone after having done it. */
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

/** fetch fails with a TypeError (of its own realm) when the link is gone; anything else is an unexpected answer. */
function isLinkGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'TypeError';
}

async function compare(said: Acknowledged): Promise<void> {
  const lost: string[] = [];
  for (const rideId of said.rides) {
    const { faults } = await storedRide(rideId);
    lost.push(...faults.map((fault) => `${rideId}: ${fault}`));
  }
  for (const [quoteId, rideId] of said.quotes) {
    const { ride } = await storedRide(rideId);
    if (!ride.quotes.some((quote) => quote._id === quoteId)) lost.push(`the quote ${quoteId}`);
  }
  for (const [id, status] of said.bookings) {
    const stored = await BookingModel.findById(id).lean();
    const kept = stored && (isDead(stored.status) ? stored.status === status : rank(stored.status) >= rank(status));
    if (!kept) lost.push(`the booking ${id}: ${status} was acknowledged, ${stored?.status} is stored`);
  }
  expect(lost).toEqual([]);
  expect(said.bookings.size).toBeGreaterThan(3);
}
