import { estimatedRoadKm, estimatedRoadSeconds } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { RoadSource } from '@boli/shared/geo/geo.schema';
import { useNow } from '../../../core/time';
import type { OpenRide } from '../open-rides.store';

/** The time in milliseconds after which the server's way to the pickup is outdated for a moving driver. */
const WAY_HOLDS_MS = 3 * 60_000;
const CHECK_EVERY_MS = 10_000;

/**
 * The driver's way to a pickup, without a passenger. Minutes and kilometres are always of the same source, so that they
 * match each other.
 */
export interface PickupWay {
  minutes: number;
  /** Null if only the server's minutes are known. */
  km: number | null;
  source: RoadSource;
}

/** The way as the server has computed it; null if the server sent none, or only an outdated one. */
function serverWay({ to_pickup_min, to_pickup_km, to_pickup_source, minutesAt = 0 }: OpenRide, now: number) {
  if (!to_pickup_min || !to_pickup_source || now - minutesAt > WAY_HOLDS_MS) return null;
  return { minutes: to_pickup_min, km: to_pickup_km ?? null, source: to_pickup_source };
}

/** The way as estimated from the straight line; null without a position. */
function estimatedWay({ pickup_lat: lat, pickup_lng: lng }: OpenRide, place: Point | null): PickupWay | null {
  if (!place) return null;
  const km = estimatedRoadKm(place, { lat, lng });
  return { minutes: estimatedRoadSeconds(km) / 60, km, source: 'estimate' };
}

/**
 * The way from a place to the pickup: as the server has computed it, or else estimated from the straight line. If the
 * server has only minutes, both figures are estimated: its minutes were computed from an older position, and would
 * contradict the kilometres of this device. Null if neither is known, and for a scheduled ride, to which the driver
 * will come from another place.
 */
export function pickupWay(ride: OpenRide, place: Point | null, now: number): PickupWay | null {
  if (ride.scheduled_time) return null;
  const known = serverWay(ride, now);
  if (known && known.km !== null) return known;
  return estimatedWay(ride, place) ?? known;
}

/** The way to the pickup as it is known at the moment; see `pickupWay`. */
export function usePickupWay(ride: OpenRide, place: Point | null): PickupWay | null {
  return pickupWay(ride, place, useNow(CHECK_EVERY_MS));
}
