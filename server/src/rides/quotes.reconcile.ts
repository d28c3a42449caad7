import { abandonedAfter } from '../core/abandoned';
import { failpoint } from '../core/failpoint';
import { logger } from '../core/logger';
import { ABANDONED_AFTER_MS } from '../core/reconcile';
import { untilFinished } from '../core/unfinished';
import { quotes } from './quotes.repository';
import type { QuoteRecord, RideDocument } from './rides.model';

/** A quote with the request that contains it. */
export interface QuoteOnRide {
  readonly quote: QuoteRecord;
  readonly ride: RideDocument;
}

/** The reconcile step of new and changed quotes; may run any number of times. */
export type QuoteStep = (batch: readonly QuoteOnRide[]) => Promise<void>;

/** Quotes come in bursts: those that arrive within this time (ms) are processed as one batch. */
const TOGETHER_MS = 100;

let inbox: QuoteStep | null = null;
let waiting: QuoteOnRide[] = [];

/** Registers the function of the quotes' reconcile step; called once, when the process starts. */
export function implementQuoteSteps(steps: { inbox: QuoteStep }): void {
  inbox = steps.inbox;
}

/** Runs the step soon. No call waits for it: the quote has been pushed to the customer already. */
export function reconcileQuote(offered: QuoteOnRide): void {
  if (waiting.push(offered) > 1) return;
  const reconciled = new Promise<void>((resolve) => {
    setTimeout(() => {
      const batch = waiting;
      waiting = [];
      resolve(reconcile(batch));
    }, TOGETHER_MS).unref();
  });
  untilFinished(reconciled).catch((error: unknown) =>
    logger.error({ err: error }, 'quotes are left to the reconciler'),
  );
}

async function reconcile(batch: readonly QuoteOnRide[]): Promise<void> {
  if (batch.length === 0) return;
  if (!inbox) throw new Error('the reconcile step of quotes is not wired');
  await inbox(batch);
  failpoint('quotes.inbox');
  await quotes.clearFollowUps(batch.map(({ quote }) => quote));
}

const abandoned = abandonedAfter(ABANDONED_AFTER_MS);

/** Repeats the step for quotes that any process has left unfinished. */
export async function reconcileAbandonedQuotes(): Promise<void> {
  const marked = await quotes.followUps();
  const chosen = abandoned(marked.map(({ quote, at }) => ({ id: quote._id, at })));
  await reconcile(marked.filter(({ quote }) => chosen.has(quote._id)));
}
