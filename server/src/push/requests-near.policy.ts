import { distanceKm, shownDistanceKm } from '@boli/shared/core/distance';
import type { Near } from '@boli/shared/rides/rides.schema';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { mayOffer } from '../drivers/drivers.policy';
import { insideOf, spotOf } from '../rides/near';
import { openPoint, shownToDriver } from '../rides/pickup';
import { ownQuote, type RideRow } from '../rides/rides.policy';
import type { PushSubscriptionDocument } from './push.model';
import type { PushText } from './push.text';

/**
 * How old the last reported position of a driver may be, in milliseconds. A phone reports no position while its screen
 * is off, and just then a push is needed. A driver who has gone home is notified for this long at most.
 */
const PLACE_MS = 30 * 60_000;

/** The factor by which the radius grows for a widened request. */
const WIDER = 2;

/** A device whose driver wants to be notified of new ride requests, and the circle around the driver. */
export interface Candidate {
  readonly device: PushSubscriptionDocument;
  readonly near: Near;
}

/**
 * The circle in which this device is notified of new requests; null for a device that wants none, and for a driver who
 * may not take part in the marketplace, has turned the online switch off or whose position is not known any more.
 */
export function circleOf(
  { near_km: radius }: Pick<PushSubscriptionDocument, 'near_km'>,
  profile: DriverProfileDocument | null | undefined,
  now: Date,
): Near | null {
  if (!radius || !mayOffer(profile) || !profile.online_switch) return null;
  const { position_lat: lat, position_lng: lng, position_at: at } = profile;
  if (lat === null || lng === null || !at || now.getTime() - at.getTime() > PLACE_MS) return null;
  return { lat, lng, radius_km: radius };
}

/** The circle in which a driver is notified of this request. For a widened request its radius is doubled. */
function reachOf({ widened_at }: Pick<RideRow, 'widened_at'>, near: Near): Near {
  return widened_at ? { ...near, radius_km: near.radius_km * WIDER } : near;
}

/** The drivers whose circle contains the pickup that drivers are shown, the nearest first, at most `most`. */
export function nearestDrivers(ride: RideRow, candidates: readonly Candidate[], most: number): string[] {
  const pickup = openPoint(ride);
  const spot = spotOf(pickup);
  const inside = candidates
    .filter(({ near }) => insideOf(reachOf(ride, near))(spot))
    .map(({ device, near }) => ({ id: device.user_id, km: distanceKm(near, pickup) }))
    .sort((a, b) => a.km - b.km);
  return [...new Set(inside.map(({ id }) => id))].slice(0, most);
}

/**
 * Whether a driver is notified of a request: the request is open, its pickup is in the circle, and it has no quote of
 * this driver.
 */
export function isOffered(ride: RideRow, near: Near, driverId: string): boolean {
  const isInside = insideOf(reachOf(ride, near));
  return ride.status === 'open' && ownQuote(ride, driverId) === null && isInside(spotOf(openPoint(ride)));
}

/**
 * The text about `count` new requests; it names the pickup and drop of the newest one, as they are shown to drivers.
 */
export function textOfRequests(newest: RideRow, count: number, near: Near): PushText {
  const { pickup_location: pickup, drop_location: drop } = shownToDriver(newest);
  const params = { pickup, drop, km: shownDistanceKm(near, openPoint(newest)), count };
  return count === 1
    ? { title: 'notifications.request_near.title', body: 'notifications.request_near.body', params }
    : { title: 'notifications.request_near.title_more', body: 'notifications.request_near.body_more', params };
}
