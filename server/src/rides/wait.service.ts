import { createHash } from 'node:crypto';
import { toPaise, toRupees } from '@boli/shared/core/money';
import { partOf, WAIT_PARTS } from '@boli/shared/market/calibration';
import type { CheaperOdds, WaitOutlook } from '@boli/shared/market/market.schema';
import { cheaperOdds, endOfWait, firstQuoteSeconds, quoteRates } from '@boli/shared/market/odds';
import { saidOf } from '@boli/shared/market/said';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { townHour } from '../market/area';
import { estimates, type OpenEstimate, type Outcome } from '../market/estimates.repository';
import { tallyFor } from '../market/market.service';
import { midOf } from './observed';
import { type ClosedRide, observedRides } from './observed.repository';
import type { RideDocument } from './rides.model';
import * as rides from './rides.service';

const MINUTE_MS = 60_000;
/** Outcomes are read this long (ms) after the wait, because the quotes of its last moments are still being stored. */
const SETTLE_MS = 5_000;
const TOGETHER = 500;

/** The lowest price that can be chosen now, in rupees; null if no quote can be chosen. */
function lowestPrice({ quotes }: RideDocument): number | null {
  const prices = quotes.filter(({ status }) => status === 'active').map(({ price_paise }) => price_paise);
  return prices.length === 0 ? null : toRupees(Math.min(...prices));
}

/**
 * What the history says about waiting for quotes on the caller's request; records the odds that the customer is shown
 * for a cheaper quote. Null for a request that is scheduled or not open, and with fewer than 30 observed requests. Throws
 * 404 for a request of others.
 */
export async function outlook(actor: Actor, rideId: string): Promise<WaitOutlook | null> {
  const ride = await rides.read(actor, rideId);
  if (ride.status !== 'open' || !ride.area) return null;
  const now = clock.now();
  const age_s = Math.max(0, Math.round((now.getTime() - ride.created_at.getTime()) / 1_000));
  const [price, mid] = [lowestPrice(ride), midOf(ride)];
  // The odds of a cheaper quote need observed requests that were open as long as this request will be at the end of the
  // wait. The time of a first quote is computed from all observed requests.
  const hour = { area: ride.area, hour: townHour(ride.created_at).hour };
  const found = await tallyFor(hour, price === null ? 0 : endOfWait(age_s));
  if (!found) return null;
  const { scope, tally } = found;
  const cheaper = price === null || mid === null ? null : cheaperOdds(tally, { price, mid, age_s });
  if (cheaper) await record(ride, cheaper, now);
  const [requests = 0] = tally.reached;
  return { scope, requests, age_s, rates: quoteRates(tally), first_quote_s: firstQuoteSeconds(tally), cheaper };
}

async function record(
  { _id: ride_id }: RideDocument,
  { price, chance, minutes }: CheaperOdds,
  at: Date,
): Promise<void> {
  await estimates.record({
    _id: createHash('sha256')
      .update(`${ride_id}:${toPaise(price)}`)
      .digest('base64url'),
    ride_id,
    price_paise: toPaise(price),
    said: saidOf(chance),
    chance,
    at,
    until: new Date(at.getTime() + minutes * MINUTE_MS),
  });
}

/**
 * The outcome of an estimate: a quote below its price was made in time, or the observation ended because the request
 * was closed or the wait was over.
 */
export function outcomeOf(
  estimate: OpenEstimate,
  { quotes, closed_at }: Pick<ClosedRide, 'quotes' | 'closed_at'>,
): Outcome {
  const { _id: id, at, until, price_paise } = estimate;
  const end = Math.min(until.getTime(), closed_at?.getTime() ?? Number.POSITIVE_INFINITY);
  const cheaper = quotes
    .filter((quote) => quote.price_paise < price_paise && quote.created_at > at)
    .map(({ created_at }) => created_at.getTime());
  const first = Math.min(...cheaper, Number.POSITIVE_INFINITY);
  const came = first <= end;
  const part = partOf(((came ? first : end) - at.getTime()) / 1_000);
  return { id, came, part: came ? Math.min(part, WAIT_PARTS - 1) : part };
}

/** Stores the outcomes of the estimates whose wait is over. May be repeated. */
export async function settleEstimates(): Promise<void> {
  const over = await estimates.over(new Date(clock.millis() - SETTLE_MS), TOGETHER);
  const found = await observedRides.byIds(over.map(({ ride_id }) => ride_id));
  await estimates.settle(
    over.flatMap((estimate) => {
      const ride = found.get(estimate.ride_id);
      return ride ? [outcomeOf(estimate, ride)] : [];
    }),
  );
  await estimates.remove(over.filter(({ ride_id }) => !found.has(ride_id)).map(({ _id }) => _id));
}
