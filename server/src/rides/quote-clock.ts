import { DEFAULT_HOLD_MIN, type HoldMinutes } from '@boli/shared/rides/quotes.state';
import type { EndReason, QuotesEnding } from '@boli/shared/rides/rides.state';
import type { QuoteRecord, RideDocument } from './rides.model';

const MINUTE_MS = 60_000;

/** The fields that decide whether a quote can be chosen. */
export type TimedQuote = Pick<QuoteRecord, 'status' | 'expires_at' | 'booking_id'>;

/** The fields that tell how a quote has ended. */
type Ending = Pick<QuoteRecord, 'status' | 'booking_id'>;

/**
 * The clock of a quote that is offered or renewed at `now`: it runs for the chosen minutes. Without a choice it runs
 * for 5 minutes, or until the scheduled time of a scheduled request. A quote made before the
 * scheduled time never outlasts that time, and any other quote never outlasts its request.
 */
export function quoteClock(
  ride: Pick<RideDocument, 'scheduled_time' | 'expires_at'>,
  chosen: HoldMinutes | null,
  now: Date,
): { hold_min: number | null; expires_at: Date } {
  const planned = ride.scheduled_time && ride.scheduled_time > now ? ride.scheduled_time : null;
  const minutes = chosen ?? (planned ? null : DEFAULT_HOLD_MIN);
  const latest = planned ?? ride.expires_at;
  if (minutes === null) return { hold_min: null, expires_at: latest };
  const end = Math.min(now.getTime() + minutes * MINUTE_MS, latest.getTime());
  return { hold_min: minutes, expires_at: new Date(end) };
}

/** Whether a quote is active and past its time at `now`. A quote without a time holds as long as its request. */
export function hasRunOut({ status, expires_at: end }: TimedQuote, now: Date): boolean {
  return status === 'active' && end instanceof Date && end <= now;
}

/** The quotes as they are at `now`: active ones past their time are expired. */
export function quotesAsOf<Q extends TimedQuote>(quotes: readonly Q[], now: Date): Q[] {
  return quotes.map((quote) => (hasRunOut(quote, now) ? { ...quote, status: 'expired' as const } : quote));
}

/**
 * Why none of these quotes can be chosen any more; null while one can be chosen, or if there are no quotes.
 * A quote that was chosen and whose booking has ended is stored as withdrawn, although its driver need not have
 * withdrawn it.
 */
export function endingOf(quotes: readonly Ending[]): QuotesEnding | null {
  if (quotes.length === 0 || quotes.some(({ status }) => status === 'active')) return null;
  const withdrawn = quotes.filter(({ status }) => status === 'withdrawn');
  if (withdrawn.some(({ booking_id }) => booking_id !== null)) return 'none_left';
  return withdrawn.length === quotes.length ? 'all_withdrawn' : 'all_expired';
}

/** Why a request with these quotes expires. Quotes that are still active expire with it. */
export function endReasonOf(quotes: readonly Ending[]): EndReason {
  if (quotes.length === 0) return 'no_quotes';
  return endingOf(quotes) === 'all_withdrawn' ? 'all_withdrawn' : 'all_expired';
}
