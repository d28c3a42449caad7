import type { Point } from '@boli/shared/core/fields';
import { readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type RefObject, useEffect, useMemo } from 'react';
import { call } from '../../core/api';
import { logged } from '../../core/log';
import { createUserStore } from '../../core/mirror';
import { wayPoints } from '../../core/road';

/** The shapes that were read, by the id of their request; null if the server knows none for it. */
export const useShapes = createUserStore<{ byRide: Readonly<Record<string, string | null>> }>({ byRide: {} });

/** Stores the line of a request that has just been posted, as its form has shown it. */
export function rememberShape(id: string, shape: string): void {
  useShapes.setState(({ byRide }) => ({ byRide: { ...byRide, [id]: shape } }));
}

let queue: Promise<void> = Promise.resolve();
const asked = new Set<string>();

async function load(id: string): Promise<void> {
  try {
    const { shape = null } = await call(readRide, { params: { id } });
    useShapes.setState(({ byRide }) => ({ byRide: { ...byRide, [id]: shape } }));
  } catch (error) {
    // The straight line stays until the card is visible again.
    logged('reading the way of a ride')(error);
  } finally {
    asked.delete(id);
  }
}

/**
 * Reads the shape of a request. Calls run one after the other, so that quick scrolling does not use up the rate limit.
 */
function askFor(id: string): void {
  if (asked.has(id) || useShapes.getState().byRide[id] !== undefined) return;
  asked.add(id);
  queue = queue.then(() => load(id));
}

const hasRoad = ({ road }: Pick<RideRequest, 'road'>) => road?.source === 'roads';

/** Reads the shape of a request whose road comes from a router, once the request's element is on the screen. */
export function useShapeWhenSeen(ride: RideRequest, element: RefObject<HTMLElement | null>): void {
  const { id } = ride;
  const isWanted = hasRoad(ride);
  useEffect(() => {
    const seen = element.current;
    if (!isWanted || !seen || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) askFor(id);
    });
    observer.observe(seen);
    return () => observer.disconnect();
  }, [id, isWanted, element]);
}

const ways = new WeakMap<RideRequest, { shape: string | null | undefined; points: Point[] }>();

/**
 * The way of a request as far as it is known: along the road, else straight. Returns the same array until more is
 * known, so that a map with forty requests decodes and draws each way once.
 */
export function wayOf(ride: RideRequest, shape: string | null | undefined): Point[] {
  const held = ways.get(ride);
  if (held && held.shape === shape) return held.points;
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = ride;
  const points = wayPoints(shape, { lat: pickup_lat, lng: pickup_lng }, { lat: drop_lat, lng: drop_lng });
  ways.set(ride, { shape, points });
  return points;
}

/** The way as `wayOf` returns it; the component renders again once the shape has been read. */
export function useKnownWay(ride: RideRequest): { points: Point[]; alongRoad: boolean } {
  const shape = useShapes(({ byRide }) => byRide[ride.id]);
  const points = useMemo(() => wayOf(ride, shape), [ride, shape]);
  return { points, alongRoad: points.length > 2 };
}
