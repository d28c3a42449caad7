import type { Point } from '../core/fields';

/** A degree of latitude, in metres. */
const DEGREE_M = 111_195.08;

/** The point this many metres east and north of another. */
export function pointFrom({ lat, lng }: Point, east: number, north: number): Point {
  return { lat: lat + north / DEGREE_M, lng: lng + east / (DEGREE_M * Math.cos((lat * Math.PI) / 180)) };
}
