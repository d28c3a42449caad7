import { type RideRequestInput, scheduleError } from '@boli/shared/rides/rides.schema';
import type { Actor } from '../core/actor';
import { Invalid } from '../core/errors';
import { settings } from '../settings';
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
export type RideRow = Omit<RideDocument, 'quotes' | 'claim' | 'spent'> & { quotes?: QuoteRecord[] };

/**
 * The effective state of a request at `now`: an open one after its expiry is expired, even if the scheduler has not
 * run.
 */
export function asOf<R extends RideRow>(ride: R, now: Date): R {
  if (ride.status !== 'open' || ride.expires_at > now) return ride;
  const quotes = ride.quotes?.map((quote) =>
    quote.status === 'active' ? { ...quote, status: 'expired' as const } : quote,
  );
  return { ...ride, status: 'expired', quote_count: 0, ...(quotes && { quotes }) };
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
