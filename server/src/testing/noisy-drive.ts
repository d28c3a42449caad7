import { distanceKm, radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { TrailPoint } from '../tracking/plausibility';

/** A degree of latitude, in metres. */
const DEGREE_M = 111_195;

/** Pseudorandom numbers from 0 to 1, the same in each run (a linear congruential generator). */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Normally distributed numbers (Box and Muller). */
function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Drive {
  /** The start (epoch milliseconds). */
  from: number;
  /** The receiver's noise: its standard deviation in metres, and its correlation from second to second (0 to 1). */
  sigma: number;
  likeness: number;
  /** The number of seconds for which the car stands in the middle. */
  stands?: number;
  random: () => number;
}

const METRES_A_SECOND = 9;

/** The recorded positions of a car that drives along this line, one a second, with noise. */
export function noisyDrive(line: readonly Point[], { from, sigma, likeness, stands = 0, random }: Drive): TrailPoint[] {
  const gauss = normal(random);
  const fresh = sigma * Math.sqrt(1 - likeness ** 2);
  let [north, east] = [gauss() * sigma, gauss() * sigma];
  return everySecond(line, stands).map(({ lat, lng }, second) => {
    north = likeness * north + fresh * gauss();
    east = likeness * east + fresh * gauss();
    const scale = DEGREE_M * Math.cos(radians(lat));
    return [lat + north / DEGREE_M, lng + east / scale, from + second * 1_000];
  });
}

/** The length of a line in metres. */
export function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, point, at) => sum + distanceKm(line[at] ?? point, point) * 1_000, 0);
}

function everySecond(line: readonly Point[], stands: number): Point[] {
  const places: Point[] = [];
  const middle = lengthOf(line) / 2;
  let done = 0;
  let due = 0;
  for (const [at, to] of line.entries()) {
    const start = line[at - 1];
    if (!start) continue;
    const metres = distanceKm(start, to) * 1_000;
    for (; due < done + metres; due += METRES_A_SECOND) {
      const part = (due - done) / metres;
      const place = { lat: start.lat + (to.lat - start.lat) * part, lng: start.lng + (to.lng - start.lng) * part };
      const isMiddle = due <= middle && due + METRES_A_SECOND > middle;
      places.push(...Array.from({ length: isMiddle ? stands + 1 : 1 }, () => place));
    }
    done += metres;
  }
  const end = line.at(-1);
  return end ? [...places, end] : places;
}
