import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { shownQuoteStatuses } from '@boli/shared/rides/quotes.state';
import { callList } from '../../../core/api';
import { createMirror, type MirrorState } from '../../../core/mirror';
import type { PendingRead } from '../../../core/read-guard';
import type { ById } from '../../../core/versioned';

const quotes = createMirror<Quote, MirrorState<Quote>>({ byId: {} });

/** Every known quote by id; withdrawn ones too, so that an older version cannot restore them. */
export const useQuotes = quotes.use;

/** Applies one quote from any source; a version lower than the stored one is dropped. */
export function upsertQuote(quote: Quote): void {
  quotes.upsert(quote);
}

/** Begins a read of all quotes on one ride request. Pass the result to `applyQuotesSnapshot`. */
export function beginQuotesRead(rideId: string): PendingRead {
  return quotes.begin(rideId);
}

/**
 * Applies a read of all quotes on one ride request: a known quote on it that is not among `rows` is removed, unless it was
 * pushed since `pending` began.
 */
export function applyQuotesSnapshot(rideId: string, rows: readonly Quote[], pending: PendingRead): void {
  if (pending.accept()) quotes.snapshot(rows, pending, { of: (row) => row.ride_request_id === rideId });
}

/** Applies quotes as this device last knew them; the next snapshot of their request replaces them. */
export function applyLastKnownQuotes(rows: readonly Quote[]): void {
  quotes.page(rows);
}

/** Applies a driver's status, which has no version, to the driver's quotes. */
export function applyDriverStatusToQuotes({ driver_id, ...status }: DriverStatus): void {
  useQuotes.setState(({ byId }) => ({
    byId: Object.fromEntries(
      Object.entries(byId).map(([id, quote]) => [id, quote.driver_id === driver_id ? { ...quote, ...status } : quote]),
    ),
  }));
}

/** Reads the quotes on a request by REST. Rejects with the ApiError. */
export async function loadQuotes(rideId: string): Promise<void> {
  const pending = beginQuotesRead(rideId);
  const { rows } = await callList(listQuotes, { params: { id: rideId } });
  applyQuotesSnapshot(rideId, rows, pending);
}

const shown: readonly string[] = shownQuoteStatuses;

/** The quotes on a request that the customer sees: by price, then oldest first. */
export function shownQuotes(byId: ById<Quote>, rideId: string): Quote[] {
  return quotesOf(byId, rideId).filter(({ status }) => shown.includes(status));
}

/** Every known quote on a request, in any status: by price, then oldest first. */
export function quotesOf(byId: ById<Quote>, rideId: string): Quote[] {
  return Object.values(byId)
    .filter((quote) => quote.ride_request_id === rideId)
    .sort((a, b) => a.price - b.price || a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
}

/** The lowest active price on a request in rupees, if all `count` active quotes are loaded; else null. */
export function lowestPrice(byId: ById<Quote>, rideId: string, count: number): number | null {
  const active = shownQuotes(byId, rideId).filter((quote) => quote.status === 'active');
  return active.length >= count ? (active[0]?.price ?? null) : null;
}
