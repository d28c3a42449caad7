import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import './app';
import { clock } from './core/clock';
import { configure, readSettings } from './settings';
import { storedRide } from './testing/agreement';
import { apiAt, type TestPerson } from './testing/app';
import { market } from './testing/market';
import { type ServerProcess, startServerProcess } from './testing/process';
import { freePort } from './testing/serve';
import { openTestDatabase, testDatabaseUri } from './testing/store';
import { runJobs } from './wiring/scheduler';

/** How long one server is suspended, and how often; the long run exceeds every five-second limit. */
const STOP_SECONDS = process.env.LONG ? 15 : 2;
const STOPS = process.env.LONG ? 20 : 3;

let folder: string;
let closeDatabase: () => Promise<void>;
const servers: ServerProcess[] = [];
let slow: ServerProcess;
let quick: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-stopped-'));
  const uri = testDatabaseUri();
  const settings = {
    MONGODB_URI: uri,
    DATA_DIR: folder,
    JWT_SECRET: 'a secret that only the tests of this product use',
    MAX_OPEN_REQUESTS: '10000',
  };
  configure(readSettings(settings));
  closeDatabase = await openTestDatabase(uri);
  const start = async () => {
    const server = await startServerProcess({ ...settings, PORT: String(await freePort()) });
    servers.push(server);
    return server;
  };
  slow = await start();
  quick = await start();
}, 120_000);
afterAll(async () => {
  clock.setOffset(0);
  for (const server of servers) {
    server.child.kill('SIGCONT');
    await server.kill();
  }
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

const bookAt = (server: ServerProcess, customer: TestPerson, quote: Quote) =>
  apiAt(server.url).request<Booking>('POST', '/bookings/create', {
    token: customer.token,
    body: { quote_id: quote.id, payment_method: 'cash' },
  });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test(
  'a server process that is suspended during bookings and continues later leaves no contradiction in the data',
  async () => {
    const api = apiAt(quick.url);
    const steps = market(api);
    const customer = await api.register('customer');
    const drivers = await Promise.all([api.registerDriver(), api.registerDriver()]);
    for (let stop = 0; stop < STOPS; stop++) {
      const rides = await Promise.all(Array.from({ length: 8 }, () => steps.ride(customer)));
      const quoted = await Promise.all(
        rides.map((ride) => Promise.all(drivers.map((driver) => steps.quote(driver, ride)))),
      );

      // A connection may be closed for being idle; then it is unknown whether the call was executed.
      const slowly = quoted.map(([one]) => one && bookAt(slow, customer, one).catch(() => 'no answer' as const));
      await pause(Math.random() * 40);
      slow.child.kill('SIGSTOP');
      // The other server finds some requests open, some claimed and unfinished, some booked.
      const quickly = await Promise.all(quoted.map(([, two]) => two && bookAt(quick, customer, two)));
      // Other processes reconcile after five seconds; here this process does so now, while the server is suspended.
      clock.setOffset(6_000);
      await runJobs();
      await answerAll(customer, drivers, steps);
      await pause(STOP_SECONDS * 1_000);
      slow.child.kill('SIGCONT');
      const late = await Promise.all(slowly);
      clock.setOffset(60_000);
      await runJobs();
      clock.setOffset(0);

      for (const [n, ride] of rides.entries()) {
        const { faults, bookings } = await storedRide(ride.id);
        const answers = [late[n], quickly[n]];
        const unknown = answers.filter((answer) => answer === 'no answer').length;
        const yes = answers.filter((answer) => answer && answer !== 'no answer' && answer.status === 201).length;
        expect(faults).toEqual([]);
        expect(bookings.length).toBeGreaterThanOrEqual(yes);
        expect(bookings.length).toBeLessThanOrEqual(yes + unknown);
      }
    }
  },
  120_000 + STOPS * (STOP_SECONDS + 20) * 1_000,
);

/** The drivers accept half of the bookings so far and reject the other half, whose requests open again. */
async function answerAll(customer: TestPerson, drivers: TestPerson[], steps: ReturnType<typeof market>): Promise<void> {
  const { body } = await apiAt(quick.url).request<Booking[]>('GET', '/bookings/my', { token: customer.token });
  const pending = body.filter((booking) => booking.status === 'pending');
  await Promise.all(
    pending.map(async (booking, n) => {
      const driver = drivers.find(({ id }) => id === booking.driver_id);
      if (driver) await steps.step(driver, booking, n % 2 === 0 ? 'accepted' : 'rejected');
    }),
  );
}
