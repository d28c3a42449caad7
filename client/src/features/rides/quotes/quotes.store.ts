import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { shownQuoteStatuses } from '@boli/shared/rides/quotes.state';
import { callList } from '../../../core/api';
import { createMirror, type MirrorState } from '../../../core/mirror';
import type { Question } from '../../../core/questions';
import type { ById } from '../../../core/versioned';

const quotes = createMirror<Quote, MirrorState<Quote>>({ byId: {} });

/** Every quote this person has been told of, by id; withdrawn ones too, so that an older word cannot bring them back. */
export const useQuotes = quotes.use;

/** Takes one quote, however it came; a version lower than the one held is dropped. */
export function upsertQuote(quote: Quote): void {
  quotes.upsert(quote);
}

/** To be called when all quotes on one request are asked for, for `takeQuotes`. */
export function askQuotes(rideId: string): Question {
  return quotes.ask(rideId);
}

/** Takes all quotes on one request, as asked for by `question`: those not listed go, unless a push told of them since. */
export function takeQuotes(rideId: string, rows: readonly Quote[], question: Question): void {
  if (question.takes()) quotes.snapshot(rows, question, { of: (row) => row.ride_request_id === rideId });
}

/** Takes what is told of a driver into its quotes; it has no version of its own. */
export function takeQuoteStatus({ driver_id, ...status }: DriverStatus): void {
  useQuotes.setState(({ byId }) => ({
    byId: Object.fromEntries(
      Object.entries(byId).map(([id, quote]) => [id, quote.driver_id === driver_id ? { ...quote, ...status } : quote]),
    ),
  }));
}

/** Reads the quotes on a request by REST. Rejects with the ApiError. */
export async function loadQuotes(rideId: string): Promise<void> {
  const question = askQuotes(rideId);
  const { rows } = await callList(listQuotes, { params: { id: rideId } });
  takeQuotes(rideId, rows, question);
}

const shown: readonly string[] = shownQuoteStatuses;

/** What the customer sees of the quotes on a request: by price, then age. */
export function shownQuotes(byId: ById<Quote>, rideId: string): Quote[] {
  return Object.values(byId)
    .filter((quote) => quote.ride_request_id === rideId && shown.includes(quote.status))
    .sort((a, b) => a.price - b.price || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
}

/** The lowest active price on a request, where all `count` active quotes are known; else null. */
export function lowestPrice(byId: ById<Quote>, rideId: string, count: number): number | null {
  const active = shownQuotes(byId, rideId).filter((quote) => quote.status === 'active');
  return active.length >= count ? (active[0]?.price ?? null) : null;
}
