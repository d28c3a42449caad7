import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { shareRow } from '../core/shared-rows';
import { shownToDriver } from './pickup';
import type { RideRow } from './rides.policy';
import { presentRoad } from './roads';

/** Presents a ride request to its customer or an admin, without quotes. */
export function presentRide(ride: RideRow): RideRequest {
  return present({ ...ride, pickup_is_approximate: false });
}

/** Presents a ride request to drivers: in their lists, their watches and the pushes of an area. */
export function presentRideToDrivers(ride: RideRow): RideRequest {
  return present(shownToDriver(ride));
}

/** Caches the presentation for drivers without a quote: the open list returns the same record until it changes. */
const withoutQuote = new WeakMap<RideRow, RideRequest>();

const unknown = { my_quote: null, to_pickup_min: null, to_pickup_source: null };

/** Presents a ride request to one driver, with the driver's own quote or null. */
export function presentRideToDriver(ride: RideRow, myQuote: Quote | null): RideRequest {
  const known = withoutQuote.get(ride) ?? shareRow({ ...presentRideToDrivers(ride), ...unknown });
  withoutQuote.set(ride, known);
  return myQuote ? { ...known, my_quote: myQuote } : known;
}

function present(ride: RideRow & { pickup_is_approximate: boolean }): RideRequest {
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
    distance_km: ride.distance_km,
    road: presentRoad(ride),
    is_scheduled: ride.is_scheduled,
    scheduled_time: ride.scheduled_time?.toISOString() ?? null,
    status: ride.status,
    quote_count: ride.quote_count,
    booking_id: ride.booking_id,
    created_at: ride.created_at.toISOString(),
    expires_at: ride.expires_at.toISOString(),
    version: ride.version,
  };
}
