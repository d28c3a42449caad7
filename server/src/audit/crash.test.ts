import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import '../app';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { seedPromos } from '../promos/promos.service';
import { SeatModel } from '../promos/seats.model';
import { runJobs } from '../scheduler/scheduler';
import { configure, readSettings } from '../settings';
import { apiAt, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { cashier, type Proof } from '../testing/payments';
import { type ServerProcess, startServerProcess } from '../testing/process';
import { freePort } from '../testing/serve';
import { openTestDatabase, testDatabaseUri } from '../testing/store';
import { audit } from './audit.service';

let folder: string;
let given: Record<string, string>;
let closeDatabase: () => Promise<void>;
let server: ServerProcess;
let api: ReturnType<typeof apiAt>;
let steps: ReturnType<typeof market>;
let desk: ReturnType<typeof cashier>;
let customer: TestPerson;
let driver: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-books-'));
  const uri = testDatabaseUri();
  const port = await freePort();
  given = {
    MONGODB_URI: uri,
    PORT: String(port),
    DATA_DIR: folder,
    NODE_ENV: 'test',
    JWT_SECRET: 'a secret that only the tests of this product use',
    SIMULATED_GATEWAY_SECRET: 'only for tests',
    MAX_OPEN_REQUESTS: '1000',
  };
  configure(readSettings(given));
  logger.level = 'silent';
  closeDatabase = await openTestDatabase(uri);
  await seedPromos();
  const url = `http://127.0.0.1:${port}`;
  api = apiAt(url);
  steps = market(api);
  desk = cashier({ ...api, url });
});
afterEach(async () => {
  clock.setOffset(0);
  await server.kill();
});
afterAll(async () => {
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

/** Prepares on a server without failpoints, then lets one die at the failpoint while it does `last`. */
async function dieAt<T>(
  failpoint: string,
  prepare: () => Promise<T>,
  last: (prepared: T) => Promise<unknown>,
): Promise<T> {
  server = await startServerProcess(given);
  customer = await api.register('customer');
  driver = await api.registerDriver();
  admin = await api.register('admin');
  const prepared = await prepare();
  await server.kill();
  server = await startServerProcess({ ...given, FAILPOINT: failpoint });
  await expect(last(prepared)).rejects.toThrow();
  await server.exit;
  return prepared;
}

/** What another process finishes after so many seconds, and what its audit finds. */
async function finished(seconds: number): Promise<string[]> {
  clock.setOffset(seconds * 1_000);
  await runJobs();
  return (await audit({ looks: 1 })).faults;
}

const quoted = async () => steps.quote(driver, await steps.ride(customer), 240);
const running = async () =>
  steps.drive(
    driver,
    await steps.booked(customer, driver, { price: 240, book: { promo_code: 'FIRST50' } }),
    'in_progress',
  );
async function paidOnline(): Promise<Booking> {
  const booking = await steps.booked(customer, driver, { price: 100, book: { payment_method: 'online' } });
  const order = await desk.order(customer, booking);
  const pay = await api.request<Proof>('POST', `/payment/simulated/${order.body.order_id}`, {
    token: customer.token,
    body: { outcome: 'pay' },
  });
  return (await desk.verify(customer, booking, pay.body)).body.booking;
}
const settle = (booking: Booking) =>
  api.request('PUT', `/admin/settlements/${booking.id}`, {
    token: admin.token,
    body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
  });

describe('a server that dies', () => {
  test('between the seat of a promo code and the claim: the sweep gives the seat back after a minute', async () => {
    await dieAt('book.seated', quoted, (quote) => steps.book(customer, quote, { promo_code: 'FIRST50' }));
    expect(await SeatModel.countDocuments({ customer_id: customer.id, state: 'taken' })).toBe(1);
    expect(await finished(55)).toEqual([]);
    expect(await SeatModel.countDocuments({ customer_id: customer.id })).toBe(1);
    expect(await finished(61)).toEqual([]);
    expect(await SeatModel.countDocuments({ customer_id: customer.id })).toBe(0);
  }, 180_000);

  test('and whose customer taps again: the booking has its seat', async () => {
    const body = (quote: { id: string }) => ({ quote_id: quote.id, payment_method: 'cash', promo_code: 'FIRST50' });
    const tap = (quote: { id: string }) =>
      api.request<Booking>('POST', '/bookings/create', {
        token: customer.token,
        body: body(quote),
        headers: { 'Idempotency-Key': 'tap' },
      });
    const quote = await dieAt('book.seated', quoted, tap);
    server = await startServerProcess(given);
    expect(await tap(quote)).toMatchObject({ status: 201, body: { discount_amount: 120 } });
    expect(await finished(61)).toEqual([]);
    expect(await SeatModel.countDocuments({ customer_id: customer.id, state: 'taken' })).toBe(1);
  }, 180_000);

  test.each(['step.written', 'bookings.promo', 'bookings.settlement', 'bookings.journal'])(
    'at %s on completion: the journal has the ride',
    async (failpoint) => {
      await dieAt(failpoint, running, (booking) => steps.step(driver, booking, 'completed'));
      expect(await finished(6)).toEqual([]);
    },
    180_000,
  );

  test('before a code is given back on cancellation: it is given back', async () => {
    await dieAt('bookings.request', running, (booking) => steps.cancel(driver, booking));
    expect(await finished(6)).toEqual([]);
    expect(await SeatModel.countDocuments({ customer_id: customer.id })).toBe(0);
  }, 180_000);

  test.each(['settlement.paid', 'settlements.journal'])(
    'at %s: Mark Paid is in the journal, once',
    async (failpoint) => {
      const prepare = async () => steps.step(driver, await running(), 'completed');
      const booking = await dieAt(failpoint, prepare, settle);
      expect(await finished(6)).toEqual([]);
      server = await startServerProcess(given);
      expect((await settle(booking)).status).toBe(200);
      expect(await finished(6)).toEqual([]);
    },
    180_000,
  );

  test('at the end of a ride that was paid online, and again while it is paid out: the driver gets its share once', async () => {
    const booking = await dieAt(
      'bookings.journal',
      async () => steps.drive(driver, await paidOnline(), 'in_progress'),
      (one) => steps.step(driver, one, 'completed'),
    );
    expect(await finished(6)).toEqual([]);
    server = await startServerProcess({ ...given, FAILPOINT: 'payout.paid' });
    const payOut = () =>
      api.request('PUT', `/admin/payouts/${booking.id}`, { token: admin.token, body: { reference: 'NEFT-1' } });
    await expect(payOut()).rejects.toThrow();
    await server.exit;
    expect(await finished(6)).toEqual([]);
  }, 180_000);
});
