import { samePoint } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Road, Route } from '@boli/shared/geo/geo.schema';
import { logger } from '../core/logger';
import { estimateRoute } from '../geo/estimate';
import { roadInPassing } from '../geo/roads.service';
import { MAX_SHAPE_LENGTH, thinPolyline } from '../geo/thin';
import { openPoint } from './pickup';
import type { RideDocument, RoadRecord } from './rides.model';
import { rideShapes } from './shapes.repository';

/** The pickup and drop of a ride, as one person is shown them. */
type Ends = Pick<RideDocument, 'pickup_lat' | 'pickup_lng' | 'drop_lat' | 'drop_lng'> & {
  /** Set if the drop is replaced by its area, to which no stored way leads. */
  drop_is_area?: true | undefined;
};

/** A way by road with the pickup at which it begins. */
export interface RideWay {
  from: Point;
  route: Route;
}

/**
 * Computes the ways of a request by road: from its pickup and, if drivers are shown another point, from that point too,
 * in the traffic at the time `at`. They are estimates if the router does not answer within 0.3 seconds. Never rejects.
 */
export function findWays(ride: Ends, at: Date): Promise<RideWay[]> {
  const [exact, drop] = [pickupOf(ride), { lat: ride.drop_lat, lng: ride.drop_lng }];
  const shown = openPoint(ride);
  const starts = samePoint(exact, shown) ? [exact] : [exact, shown];
  return Promise.all(starts.map(async (from) => ({ from, route: await roadInPassing(from, drop, at) })));
}

/** The distances and durations of these ways, as requests and bookings store them. */
export function roadRecords(ways: readonly RideWay[]): RoadRecord[] {
  return ways.map(({ from, route }) => ({ ...from, ...figuresOf(route) }));
}

/** Stores the shapes of these ways. A failure is only logged, because a shape is only an addition to a map. */
export async function storeShapes(rideId: string, ways: readonly RideWay[], now: Date): Promise<void> {
  const shapes = ways.flatMap(({ from, route: { shape } }) =>
    shape === null ? [] : [{ ...from, shape: thinPolyline(shape, MAX_SHAPE_LENGTH) }],
  );
  if (shapes.length === 0) return;
  await rideShapes.insert({ _id: rideId, shapes, created_at: now }).catch((error: unknown) => {
    logger.warn({ err: error, ride: rideId }, 'the shape of a ride could not be stored');
  });
}

/**
 * Presents the distance and duration from the pickup that is shown: those of the way that begins there, else an
 * estimate from there. So no number reveals an exact pickup or drop that is not shown. Null if no way is stored for the
 * ride.
 */
export function presentRoad(shown: Ends & { roads?: RoadRecord[] }): Road | null {
  if (!shown.roads || shown.roads.length === 0) return null;
  const from = pickupOf(shown);
  const road = shown.drop_is_area ? undefined : shown.roads.find((one) => samePoint(one, from));
  if (!road) return figuresOf(estimateRoute(from, { lat: shown.drop_lat, lng: shown.drop_lng }));
  const { distance_km, duration_min, source } = road;
  return { distance_km, duration_min, source };
}

/** The shape that begins at the shown pickup; null if there is none, or if only the area of the drop is shown. */
export async function shapeFrom(
  rideId: string,
  shown: Pick<Ends, 'pickup_lat' | 'pickup_lng' | 'drop_is_area'>,
): Promise<string | null> {
  if (shown.drop_is_area) return null;
  const found = await rideShapes.byRide(rideId);
  return found?.shapes.find((one) => samePoint(one, pickupOf(shown)))?.shape ?? null;
}

/** Converts seconds to whole minutes, at least one. */
export const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60));

function figuresOf({ distance_km, duration_s, source }: Route): Road {
  return { distance_km, duration_min: minutesOf(duration_s), source };
}

function pickupOf({ pickup_lat: lat, pickup_lng: lng }: Pick<Ends, 'pickup_lat' | 'pickup_lng'>): Point {
  return { lat, lng };
}
