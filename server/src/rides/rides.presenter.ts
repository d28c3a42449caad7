import type { Quote } from '@boli/shared/quotes/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { RideRow } from './rides.policy';

/** A ride request as everybody who may read it sees it. No quote is in it. */
export function presentRide(ride: RideRow): RideRequest {
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
    distance_km: ride.distance_km,
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

/** The same in a REST answer to a driver, with its own quote or null. */
export function presentRideToDriver(ride: RideRow, myQuote: Quote | null): RideRequest {
  return { ...presentRide(ride), my_quote: myQuote };
}
