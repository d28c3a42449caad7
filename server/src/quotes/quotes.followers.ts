import { abandonedAfter } from '../core/abandoned';
import { failpoint } from '../core/failpoint';
import { ABANDONED_AFTER_MS, onSweep } from '../core/follow';
import { logger } from '../core/logger';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { quotes } from './quotes.repository';

/** A quote with the request that holds it. */
export interface QuoteOnRide {
  readonly quote: QuoteRecord;
  readonly ride: RideDocument;
}

/** What has to happen after a driver's first quote on a request; may be run any number of times. */
type Follower = (batch: readonly QuoteOnRide[]) => Promise<void>;

/** Quotes come in bursts: what follows from those of this time is written together. */
const TOGETHER_MS = 100;

let follower: Follower | null = null;
let waiting: QuoteOnRide[] = [];

/** Registers what follows from quotes; once, at start. */
export function onQuotes(registered: Follower): void {
  follower = registered;
}

/** Runs the follower soon; nobody waits for it, because who looks at the request has been told. A crash leaves it to the sweep. */
export function followQuote(offered: QuoteOnRide): void {
  if (waiting.push(offered) > 1) return;
  setTimeout(() => {
    const batch = waiting;
    waiting = [];
    follow(batch).catch((error: unknown) => logger.error({ err: error }, 'quotes are left to the sweep'));
  }, TOGETHER_MS).unref();
}

async function follow(batch: readonly QuoteOnRide[]): Promise<void> {
  if (batch.length === 0) return;
  if (!follower) throw new Error('nobody follows quotes');
  await follower(batch);
  failpoint('quotes.followed');
  await quotes.clearFollowUps(batch.map(({ quote }) => quote._id));
}

const abandoned = abandonedAfter(ABANDONED_AFTER_MS);
onSweep(async () => {
  const marked = await quotes.followUps();
  const chosen = abandoned(marked.map(({ quote, at }) => ({ id: quote._id, at })));
  await follow(marked.filter(({ quote }) => chosen.has(quote._id)));
});
