import type { Point } from '@boli/shared/core/fields';

/** An encoded polyline with six decimals: what a router answers. */
export function encodePolyline(points: readonly Point[]): string {
  let text = '';
  let [lat, lng] = [0, 0];
  for (const point of points) {
    const here = [Math.round(point.lat * 1e6), Math.round(point.lng * 1e6)] as const;
    text += encoded(here[0] - lat) + encoded(here[1] - lng);
    [lat, lng] = here;
  }
  return text;
}

function encoded(number: number): string {
  let rest = number < 0 ? -number * 2 - 1 : number * 2;
  let text = '';
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCharCode((rest % 32) + 32 + 63);
  return text + String.fromCharCode(rest + 63);
}

/** A degree of latitude, in metres. */
const DEGREE_M = 111_195.08;

/** The point so many metres east and north of another. */
export function pointFrom({ lat, lng }: Point, east: number, north: number): Point {
  return { lat: lat + north / DEGREE_M, lng: lng + east / (DEGREE_M * Math.cos((lat * Math.PI) / 180)) };
}
