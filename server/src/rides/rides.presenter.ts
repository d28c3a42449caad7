import { toRupees } from '@boli/shared/core/money';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { shareRow } from '../core/shared-rows';
import { referenceFor } from '../fares/fares.service';
import { presentMiddleHalf } from './middle-half';
import { shownToDriver } from './pickup';
import { quotesEnding, type RideRow } from './rides.policy';
import { presentRoad } from './roads';
import type { ToPickup } from './to-pickup';

/** Presents a ride request to its customer or an admin, without quotes. */
export function presentRide(ride: RideRow): RideRequest {
  return present({ ...ride, quotes_ended: ride.quotes_ended ?? quotesEnding(ride), pickup_is_approximate: false });
}

/** Presents a ride request to drivers: in their lists, their watches and the pushes of an area. */
export function presentRideToDrivers(ride: RideRow): RideRequest {
  return present({ ...shownToDriver(ride), quotes_ended: null });
}

/** Caches the presentation for drivers without a quote: the open list returns the same record until it changes. */
const withoutQuote = new WeakMap<RideRow, RideRequest>();

const unknown = { my_quote: null, to_pickup_min: null, to_pickup_km: null, to_pickup_source: null };

/** Presents a ride request to one driver, with the driver's own quote or null. */
export function presentRideToDriver(ride: RideRow, myQuote: Quote | null): RideRequest {
  const known = withoutQuote.get(ride) ?? shareRow({ ...presentRideToDrivers(ride), ...unknown });
  withoutQuote.set(ride, known);
  return myQuote ? { ...known, my_quote: myQuote } : known;
}

/** What one driver is shown of a request beyond what every driver is shown. */
type OwnPart = Pick<RideRequest, 'my_quote'> & Partial<ToPickup>;

/** Caches the JSON of the presentation for all drivers, without its closing brace. */
const beginnings = new WeakMap<RideRow, string>();

/**
 * The JSON of a request for one driver. The part that all drivers are shown is encoded once, until the request changes:
 * after an interruption thousands of drivers request their lists together, and encoding would be most of the cost.
 */
export function encodeRideToDriver(ride: RideRow, own: OwnPart): string {
  const known = beginnings.get(ride) ?? JSON.stringify(presentRideToDrivers(ride)).slice(0, -1);
  beginnings.set(ride, known);
  return `${known},${JSON.stringify({ ...unknown, ...own }).slice(1)}`;
}

function present(ride: RideRow & { pickup_is_approximate: boolean; drop_is_area?: true }): RideRequest {
  const road = presentRoad(ride);
  const reference = referenceFor(road, ride.rates);
  return {
    id: ride._id,
    customer_id: ride.customer_id,
    customer_name: ride.customer_name,
    pickup_location: ride.pickup_location,
    pickup_lat: ride.pickup_lat,
    pickup_lng: ride.pickup_lng,
    drop_location: ride.drop_location,
    drop_lat: ride.drop_lat,
    drop_lng: ride.drop_lng,
    pickup_is_approximate: ride.pickup_is_approximate,
    ...(ride.drop_is_area && { drop_is_area: ride.drop_is_area }),
    distance_km: ride.distance_km,
    road,
    reference,
    middle_half: presentMiddleHalf(ride.quartiles, reference),
    is_scheduled: ride.is_scheduled,
    scheduled_time: ride.scheduled_time?.toISOString() ?? null,
    status: ride.status,
    end_reason: ride.end_reason ?? null,
    asked_price: typeof ride.asked_price_paise === 'number' ? toRupees(ride.asked_price_paise) : null,
    widened: ride.widened_at instanceof Date,
    quotes_ended: ride.quotes_ended ?? null,
    quote_count: ride.quote_count,
    booking_id: ride.booking_id,
    created_at: ride.created_at.toISOString(),
    expires_at: ride.expires_at.toISOString(),
    version: ride.version,
  };
}
