import { randomUUID } from 'node:crypto';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { clock } from '../core/clock';
import { workFinished } from '../core/unfinished';
import { keepMarket } from '../rides/market-keeping.service';
import { RideModel } from '../rides/rides.model';
import type { TestPerson } from './app';
import { type MarketApp, market } from './market';
import { holdClock } from './monotonic';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const FINISHED_MS = 20_000;

/** Sets the clock this far (ms) into the next full hour in India, so that what follows belongs to one hour. */
export function intoNextHour(ms: number): void {
  const now = Date.now() + HOUR_MS / 2;
  clock.setOffset(
    Math.ceil(now / HOUR_MS) * HOUR_MS - HOUR_MS / 2 + ms - Date.now() + (now % HOUR_MS === 0 ? HOUR_MS : 0),
  );
}

/** Sets the clock ahead by this many more seconds. */
export const pass = (seconds: number): void => clock.setOffset(clock.millis() - Date.now() + seconds * SECOND_MS);

/** Keeps the market in one run. A run stops after a second and leaves the rest to the next one, so the clock stands. */
export async function wholeRun(): Promise<void> {
  const resume = holdClock();
  await keepMarket(new AbortController().signal).finally(resume);
}

interface Past {
  customer: TestPerson;
  driver: TestPerson;
  /** How many requests: each is quoted once after 20 seconds and closed after `open` seconds, by default 200. */
  count: number;
  /** The price of each quote, from the request and its number. */
  priceOf: (ride: RideRequest, n: number) => number;
  /** Whether the quotes are accepted and the rides completed; otherwise the requests are cancelled. */
  accepted?: boolean;
  open?: number;
  /**
   * Whether all requests keep this customer and driver; otherwise each request gets another customer and another
   * driver.
   */
  samePeople?: boolean;
}

/** Makes a history of requests, and computes the tallies from it. */
export async function observe(
  app: MarketApp,
  { customer, driver, count, priceOf, accepted = false, open = 200, samePeople = false }: Past,
): Promise<void> {
  const steps = market(app);
  const numbers = Array.from({ length: count }, (_, n) => n);
  const posted = await Promise.all(numbers.map(() => steps.ride(customer)));
  pass(20);
  const quotes: Quote[] = await Promise.all(posted.map((ride, n) => steps.quote(driver, ride, priceOf(ride, n))));
  pass(open - 20);
  for (const [n, ride] of posted.entries()) {
    const quote = quotes[n];
    if (accepted && quote) await steps.book(customer, quote);
    else await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    const others = { customer_id: randomUUID(), 'quotes.$[].driver_id': randomUUID() };
    const set = { ...(accepted && { status: 'completed' as const }), ...(!samePeople && others) };
    await RideModel.updateOne({ _id: ride.id }, { $set: set });
  }
  // The reconcile step of the quotes writes the requests once more, after the calls.
  await workFinished(FINISHED_MS);
  await wholeRun();
}
