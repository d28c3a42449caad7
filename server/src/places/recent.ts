import { MAX_RECENT_PLACES } from '@boli/shared/core/constants';
import type { RecentPlace } from '@boli/shared/places/places.schema';
import { isSamePlace } from '@boli/shared/places/same-place';
import type { RideEnds } from '../rides/rides.repository';

/**
 * The different places among the pickups and drops of these ride requests, in the order of the requests. The drop of a
 * request comes before its pickup.
 */
export function distinctEnds(requests: readonly RideEnds[]): RecentPlace[] {
  const found: RecentPlace[] = [];
  for (const ride of requests) {
    const ends = [
      { address: ride.drop_location, lat: ride.drop_lat, lng: ride.drop_lng },
      { address: ride.pickup_location, lat: ride.pickup_lat, lng: ride.pickup_lng },
    ];
    for (const end of ends) {
      if (found.length === MAX_RECENT_PLACES) return found;
      if (!found.some((place) => isSamePlace(place, end))) found.push(end);
    }
  }
  return found;
}
