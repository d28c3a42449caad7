import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Order, SimulatedAnswer } from '@boli/shared/payments/payments.schema';
import type { z } from 'zod';
import type { TestPerson } from '../app';
import { market } from '../market';
import { cashier } from '../payments';
import { type RealtimeApp, startRealtimeApp } from '../realtime';
import type { Caller, Person } from './row';

/** The webhook key of the built-in gateway in these fixtures. */
export const GATEWAY_SECRET = 'what the simulated gateway signs with in the tests of who may call what';

/**
 * The people of the authorization table on one server, and functions that create objects, each new and in the
 * requested state.
 */
export interface Fixtures {
  readonly app: RealtimeApp;
  readonly people: Record<Person, TestPerson>;
  readonly steps: ReturnType<typeof market>;
  /** An open request of the customer, with a quote of its driver and one of the losing driver. */
  quoted(): Promise<{ ride: { id: string }; quote: { id: string; price: number } }>;
  /** A pending booking of the customer with its driver. */
  booked(book?: object): Promise<Booking>;
  running(book?: object): Promise<Booking>;
  completed(book?: object): Promise<Booking>;
  /** An order at the gateway for this booking, paid on the test checkout but not yet verified. */
  paidOrder(booking: Booking): Promise<z.infer<typeof SimulatedAnswer>>;
  /** A new account of the same role, for calls that end an account's sessions or need a new account; null for `no one`. */
  substitute(caller: Caller): Promise<TestPerson | null>;
}

/** Starts a server with the accounts and objects that the authorization table uses. */
export async function startWorld(): Promise<Fixtures> {
  const app = await startRealtimeApp({
    settings: {
      // Passes are on sale; rides of drivers without one are charged by commission.
      PRICING_MODEL: 'pass',
      MAX_OPEN_REQUESTS: '10000',
      SIMULATED_GATEWAY_SECRET: GATEWAY_SECRET,
      // Nothing listens at this address: the table tests who may request a mail, not whether it arrives.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@example.org',
      PUBLIC_URL: 'https://boli.example.org',
      RATE_MAIL_ADDRESS: '10000',
      // Every ride of these fixtures is so short that it is reviewed.
      REVIEW_BELOW_SECONDS: '60',
    },
  });
  const [customer, other, driver, rival, admin, losing, bare, rejected] = await Promise.all([
    app.register('customer'),
    app.register('customer'),
    app.registerDriver({ upi_id: 'driver@bank' }),
    app.registerDriver(),
    app.register('admin'),
    app.registerDriver(),
    app.register('driver'),
    app.registerDriver(),
  ]);
  await app.request('PUT', `/admin/drivers/${rejected.id}/verify?status=rejected`, { token: admin.token });
  const people = {
    customer,
    'other customer': other,
    'its driver': driver,
    'other driver': rival,
    admin,
    'losing driver': losing,
    'driver without profile': bare,
    'rejected driver': rejected,
  };
  const steps = market(app);
  const quoted = async (price: number) => {
    const ride = await steps.ride(customer);
    await steps.quote(losing, ride, 999);
    return { ride, quote: await steps.quote(driver, ride, price) };
  };
  const booked = async (book: object) => steps.book(customer, (await quoted(240.5)).quote, { ...book });
  let lastRunning: Booking | null = null;
  /**
   * Ends the last ride in progress, because each side can have only one. A call of the table may have ended it already.
   */
  const endRunning = async () => {
    const body = { reason: 'Vehicle issue' };
    if (lastRunning) await app.request('PUT', `/bookings/${lastRunning.id}/cancel`, { token: driver.token, body });
  };
  return {
    app,
    people,
    steps,
    quoted: () => quoted(412.34),
    booked: (book = {}) => booked(book),
    async running(book = {}) {
      await endRunning();
      lastRunning = await steps.drive(driver, await booked(book), 'in_progress');
      return lastRunning;
    },
    async completed(book = {}) {
      await endRunning();
      return steps.drive(driver, await booked(book), 'completed');
    },
    paidOrder: (booking) => payOrder(app, customer, booking),
    substitute: (caller) => substitute(app, caller),
  };
}

async function payOrder(
  app: RealtimeApp,
  customer: TestPerson,
  booking: Booking,
): Promise<z.infer<typeof SimulatedAnswer>> {
  const order: Order = (await cashier(app).order(customer, booking)).body;
  const paid = await app.request<z.infer<typeof SimulatedAnswer>>('POST', `/payment/simulated/${order.order_id}`, {
    token: customer.token,
    body: { outcome: 'pay' },
  });
  return paid.body;
}

async function substitute(app: RealtimeApp, caller: Caller): Promise<TestPerson | null> {
  if (caller === 'no one') return null;
  if (caller === 'admin') return app.register('admin');
  return app.register(caller.includes('driver') ? 'driver' : 'customer');
}
