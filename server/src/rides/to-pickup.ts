import { BoundedMap } from '@boli/shared/core/bounded-map';
import { LIVE_QUIET_MS } from '@boli/shared/core/constants';
import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { RoadSource } from '@boli/shared/geo/geo.schema';
import { latLngToCell } from 'h3-js';
import { clock } from '../core/clock';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { type Travel, travelInPassing } from '../geo/roads.service';
import { openPoint } from './pickup';
import type { QuoteEta } from './rides.model';
import type { RideRow } from './rides.policy';
import { minutesOf } from './roads';

/** The maximum number of pickups for which a list shows minutes: the nearest ones. */
const NEAREST = 10;
/**
 * Kilometres; pickups further away have no minutes, because routers refuse a whole matrix for one point that is too far
 * away.
 */
const NEAR_KM = 50;
/**
 * The H3 resolution of a cell. The drivers in one cell are at most about 400 m apart, and share travel times for a
 * minute.
 */
const CELL_RESOLUTION = 9;
const HOLDS_MS = 60_000;
const MAX_CELLS = 2_000;

/** The minutes and kilometres to a pickup, and their source; the kilometres are null if the router gives none. */
export interface ToPickup {
  to_pickup_min: number;
  to_pickup_km: number | null;
  to_pickup_source: RoadSource;
}

interface Cell {
  /** When it expires, by `performance.now()`. */
  until: number;
  travels: Map<string, Travel>;
  /** Running requests to the router, shared by all calls that need their results. */
  asking: Map<string, Promise<Travel | undefined>>;
}

const cells = new BoundedMap<string, Cell>(MAX_CELLS);

/** The position that a driver has reported within the last 90 seconds; null if there is none. */
export function freshPlace(profile: DriverProfileDocument | null | undefined): Point | null {
  if (!profile) return null;
  const { position_lat: lat, position_lng: lng, position_at: at } = profile;
  if (lat === null || lng === null || !at || clock.millis() - at.getTime() > LIVE_QUIET_MS) return null;
  return { lat, lng };
}

/**
 * The travel time from the driver's current position to the pickup of a request. The pickup is the one that drivers are
 * shown, which may be approximate. Null if no current position is known. Null also for a scheduled ride, because the
 * driver will start from another position.
 */
export async function etaOf(profile: DriverProfileDocument, ride: RideRow): Promise<QuoteEta | null> {
  const from = freshPlace(profile);
  if (!from || ride.scheduled_time) return null;
  const [travel] = await travelInPassing(from, [openPoint(ride)]);
  return travel ? { minutes: minutesOf(travel.seconds), source: travel.source, at: clock.now() } : null;
}

/**
 * The travel times from a place to the nearest pickups of these requests, by request id. The pickups are those that
 * drivers are shown. At most ten; none beyond 50 km, and none for a scheduled request, as in `etaOf`.
 */
export async function minutesToNearest(from: Point, rides: readonly RideRow[]): Promise<Map<string, ToPickup>> {
  const nearest = rides
    .filter(({ status, scheduled_time }) => status === 'open' && !scheduled_time)
    .map((ride) => ({ id: ride._id, pickup: openPoint(ride), km: distanceKm(from, openPoint(ride)) }))
    .filter(({ km }) => km <= NEAR_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, NEAREST);
  const travels = await travelFrom(
    from,
    nearest.map(({ pickup }) => pickup),
  );
  const rows = nearest.flatMap(({ id }, at): [string, ToPickup][] => {
    const travel = travels[at];
    if (!travel) return [];
    const { seconds, km: to_pickup_km, source: to_pickup_source } = travel;
    return [[id, { to_pickup_min: minutesOf(seconds), to_pickup_km, to_pickup_source }]];
  });
  return new Map(rows);
}

async function travelFrom(from: Point, pickups: readonly Point[]): Promise<(Travel | undefined)[]> {
  const cell = cellOf(from);
  const missing = pickups.filter((pickup) => !cell.travels.has(keyOf(pickup)) && !cell.asking.has(keyOf(pickup)));
  if (missing.length > 0) ask(cell, from, missing);
  return Promise.all(pickups.map((pickup) => cell.travels.get(keyOf(pickup)) ?? cell.asking.get(keyOf(pickup))));
}

/** Requests the travel times to these pickups, and caches them in the cell. */
function ask(cell: Cell, from: Point, missing: readonly Point[]): void {
  const answer = travelInPassing(from, missing);
  missing.forEach((pickup, at) => {
    const key = keyOf(pickup);
    const travel = answer.then((found) => found[at]);
    cell.asking.set(key, travel);
  });
  void answer.then((found) => {
    // If the router does not answer, nothing is cached, because it may answer again at any moment.
    const isAnswered = found.some(({ source }) => source === 'roads');
    for (const [at, pickup] of missing.entries()) {
      const travel = found[at];
      cell.asking.delete(keyOf(pickup));
      if (isAnswered && travel) cell.travels.set(keyOf(pickup), travel);
    }
  });
}

function cellOf({ lat, lng }: Point): Cell {
  const index = latLngToCell(lat, lng, CELL_RESOLUTION);
  const now = performance.now();
  const known = cells.get(index);
  if (known && known.until > now) return known;
  const cell: Cell = { until: now + HOLDS_MS, travels: new Map(), asking: new Map() };
  cells.set(index, cell);
  return cell;
}

const keyOf = ({ lat, lng }: Point) => `${lat},${lng}`;
