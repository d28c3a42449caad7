import { MAX_RECENT_PLACES } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import { labelKey, type RecentPlace } from '@boli/shared/places/places.schema';
import type { RideEnds } from '../rides/rides.repository';

/** Points this near to each other are one place: the noise of a position, or two entrances. */
const SAME_PLACE_KM = 0.03;

/** The different places among the ends of these requests, in their order; of each request the drop first. */
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

/** Whether a person would take them for one place in a list: the same words, or nearly the same point. */
function isSamePlace(one: RecentPlace, other: RecentPlace): boolean {
  return labelKey(one.address) === labelKey(other.address) || distanceKm(one, other) <= SAME_PLACE_KM;
}
