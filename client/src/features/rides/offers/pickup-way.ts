import { estimatedRoadKm, estimatedRoadSeconds } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { RoadSource } from '@boli/shared/geo/geo.schema';
import { useNow } from '../../../core/time';
import type { OpenRide } from '../open-rides.store';

/** The time in milliseconds after which the server's way to the pickup is outdated for a moving driver. */
const WAY_HOLDS_MS = 3 * 60_000;
const CHECK_EVERY_MS = 10_000;

/** The empty way to a pickup. Minutes and kilometres may have different sources. */
export interface PickupWay {
  minutes: number;
  minutesSource: RoadSource;
  /** Null if neither the server's kilometres nor the driver's position are known. */
  km: number | null;
  kmSource: RoadSource;
}

/**
 * The way from a place to the pickup: as the server has computed it, or else estimated from the straight line. Null if
 * neither is known, and for a scheduled ride, to which the driver will come from another place.
 */
export function pickupWay(ride: OpenRide, place: Point | null, now: number): PickupWay | null {
  if (ride.scheduled_time) return null;
  const estimatedKm = place && estimatedRoadKm(place, { lat: ride.pickup_lat, lng: ride.pickup_lng });
  const { to_pickup_min, to_pickup_km = null, to_pickup_source, minutesAt = 0 } = ride;
  if (to_pickup_min && to_pickup_source && now - minutesAt <= WAY_HOLDS_MS) {
    const isKnown = to_pickup_km !== null;
    return {
      minutes: to_pickup_min,
      minutesSource: to_pickup_source,
      km: to_pickup_km ?? estimatedKm,
      kmSource: isKnown ? to_pickup_source : 'estimate',
    };
  }
  if (estimatedKm === null) return null;
  const minutes = estimatedRoadSeconds(estimatedKm) / 60;
  return { minutes, minutesSource: 'estimate', km: estimatedKm, kmSource: 'estimate' };
}

/** The way to the pickup as it is known at the moment; see `pickupWay`. */
export function usePickupWay(ride: OpenRide, place: Point | null): PickupWay | null {
  return pickupWay(ride, place, useNow(CHECK_EVERY_MS));
}
