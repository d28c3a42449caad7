import { settings } from '../settings';

/** Hours of a band; the first begins at two at night, so that rush hours (8 to 11, 17 to 20) have bands of their own. */
const BAND_HOURS = 3;
const FIRST_HOUR = 2;
export const BANDS = 24 / BAND_HOURS;

/** Rides of a band that count, of these so many of one driver. */
const RIDES = 200;
const RIDES_OF_ONE = 5;
/** The setting weighs as many rides. */
const PRIOR_RIDES = 20;
const LEAST_FACTOR = 1;
const MOST_FACTOR = 3;

/** The local hour of the sun, which is near that of the clock wherever the city is. */
const DEGREES_AN_HOUR = 15;

/** The band of the day, from 0, at a time and a longitude. */
export function bandOf(at: Date, lng: number): number {
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60 + lng / DEGREES_AN_HOUR;
  return Math.floor(((((hour - FIRST_HOUR) % 24) + 24) % 24) / BAND_HOURS);
}

export interface RideRatio {
  readonly driver_id: string;
  readonly ratio: number;
}

/**
 * What the times of free roads are multiplied by, from the rides of a band, newest first: their median, weighed against
 * `prior`; no driver has more than a few of them.
 */
export function factorOf(rides: readonly RideRatio[], prior: number): number {
  const ofDriver = new Map<string, number>();
  const ratios = rides
    .filter(({ driver_id }) => {
      const count = (ofDriver.get(driver_id) ?? 0) + 1;
      ofDriver.set(driver_id, count);
      return count <= RIDES_OF_ONE;
    })
    .slice(0, RIDES)
    .map(({ ratio }) => ratio)
    .sort((one, other) => one - other);
  const middle = ratios.length >> 1;
  const upper = ratios[middle] ?? prior;
  const median = ratios.length % 2 === 0 ? ((ratios[middle - 1] ?? upper) + upper) / 2 : upper;
  const weighed = (PRIOR_RIDES * prior + ratios.length * median) / (PRIOR_RIDES + ratios.length);
  return Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, weighed));
}

/** By band. */
const learned = new Map<number, number>();

/** Sets what was learned of a band. */
export function setTimeFactor(band: number, factor: number): void {
  learned.set(band, factor);
}

/** Forgets what was learned: the setting holds. */
export function clearTimeFactors(): void {
  learned.clear();
}

/** What the seconds of free roads are multiplied by at this time and place. */
export function timeFactor(at: Date, lng: number): number {
  return learned.get(bandOf(at, lng)) ?? settings().ROAD_TIME_FACTOR;
}
