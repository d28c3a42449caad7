import { type RideRequestInput, scheduleError } from '@boli/shared/rides/rides.schema';
import type { QuotesEnding } from '@boli/shared/rides/rides.state';
import type { Actor } from '../core/actor';
import { Invalid } from '../core/errors';
import { settings } from '../settings';
import { endingOf, endReasonOf, hasRunOut, quotesAsOf, type TimedQuote } from './quote-clock';
import type { QuoteRecord, RideDocument } from './rides.model';

const MINUTE_MS = 60_000;
/** How long a scheduled request stays open after its time. */
const SCHEDULED_GRACE_MS = 15 * MINUTE_MS;

/** When a request that is opened (again) at `now` expires. */
export function expiryOf(ride: Pick<RideRequestInput, 'scheduled_time'>, now: Date): Date {
  const planned = ride.scheduled_time;
  return planned
    ? new Date(planned.getTime() + SCHEDULED_GRACE_MS)
    : new Date(now.getTime() + settings().RIDE_REQUEST_TTL_MIN * MINUTE_MS);
}

/** Returns the 400 for a scheduled time that is too near or too far at `now`, or null for a valid one. */
export function scheduleErrorOf(ride: Pick<RideRequestInput, 'scheduled_time'>, now: Date): Invalid | null {
  const error = ride.scheduled_time && scheduleError(ride.scheduled_time, now);
  return error ? new Invalid(error, undefined, 'scheduled_time') : null;
}

/** A ride request with or without its quotes. */
export type RideRow = Omit<RideDocument, 'quotes' | 'claim' | 'spent'> & {
  quotes?: QuoteRecord[];
  /** In a row without quotes: the result of `quotesEnding` for the quotes that were left out. */
  quotes_ended?: QuotesEnding | null;
};

/** The fields of a request that change with time alone. */
type TimedRide = Pick<RideDocument, 'status' | 'expires_at' | 'quote_count' | 'end_reason'> & {
  quotes?: readonly TimedQuote[];
};

/**
 * The effective state of a request at `now`, even if the scheduler has not run. An open request after its expiry is
 * expired, with its active quotes. An active quote after its own expiry is expired and not counted. Returns the same
 * object if nothing has expired.
 */
export function asOf<R extends TimedRide>(ride: R, now: Date): R {
  const { quotes } = ride;
  if (ride.status === 'open' && ride.expires_at <= now) return ended(ride);
  if (!quotes?.some((quote) => hasRunOut(quote, now))) return ride;
  const current = quotesAsOf(quotes, now);
  return { ...ride, quotes: current, quote_count: current.filter(({ status }) => status === 'active').length };
}

/** A request as it is read for a list: of its quotes it has only the fields in `rowFields`. */
export type ListedRide = Omit<RideRow, 'quotes'> & { quotes: TimedQuote[] };

/**
 * The effective state of a request that was read for a list, without the quotes: they were read only to count them and
 * to find out how they ended.
 */
export function rowAsOf(listed: ListedRide, now: Date): RideRow {
  const { quotes, ...row } = asOf(listed, now);
  return { ...row, quotes_ended: quotesEnding({ ...row, quotes }) };
}

/** `endingOf` the quotes on an open request in its effective state; null for a request that is not open. */
export function quotesEnding({
  status,
  quotes = [],
}: Pick<RideDocument, 'status'> & { quotes?: readonly TimedQuote[] }): QuotesEnding | null {
  return status === 'open' ? endingOf(quotes) : null;
}

function ended<R extends TimedRide>(ride: R): R {
  const { quotes } = ride;
  const status = 'expired' as const;
  if (!quotes) return { ...ride, status, quote_count: 0 };
  const expired = quotes.map((quote) => (quote.status === 'active' ? { ...quote, status } : quote));
  return { ...ride, status, quote_count: 0, end_reason: endReasonOf(quotes), quotes: expired };
}

/** Returns this driver's quote on a request, or null. */
export function ownQuote(ride: Pick<RideRow, 'quotes'>, driverId: string): QuoteRecord | null {
  return ride.quotes?.find((quote) => quote.driver_id === driverId) ?? null;
}

/**
 * Whether a person may read one request: its customer, an admin, any driver while it is open, and afterwards only the
 * chosen driver. `checkMayOffer` decides whether a driver may see open requests at all.
 */
export function canReadRide(actor: Pick<Actor, 'id' | 'role'>, ride: RideRow): boolean {
  if (actor.role === 'admin') return true;
  if (actor.role === 'customer') return ride.customer_id === actor.id;
  return ride.status === 'open' || chosenDriver(ride) === actor.id;
}

/** The driver whose booking has the request; null while no booking has it. */
export function chosenDriver({ booking_id: id, quotes = [] }: Pick<RideRow, 'booking_id' | 'quotes'>): string | null {
  return (id && quotes.find((quote) => quote.booking_id === id)?.driver_id) || null;
}
