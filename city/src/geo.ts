import { radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';

/** West, south, east, north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** The centre of a box. */
export function centreOf([west, south, east, north]: Box): Point {
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}

const MERCATOR_LIMIT = 85.0511287798066;

/** Projects a point by Web Mercator to the square from 0 to 1 that tile 0/0/0 covers; y grows to the south. */
export function project({ lat, lng }: Point): [x: number, y: number] {
  const sine = Math.sin(radians(Math.max(-MERCATOR_LIMIT, Math.min(MERCATOR_LIMIT, lat))));
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}
