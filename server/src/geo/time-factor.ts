import { settings } from '../settings';

/** Hours of a band; the first begins at two at night, so that rush hours (8 to 11, 17 to 20) have bands of their own. */
const BAND_HOURS = 3;
const FIRST_HOUR = 2;
export const BANDS = 24 / BAND_HOURS;

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

const within = (factor: number) => Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));

/**
 * What the times of free roads are multiplied by, from the ratios of a band's rides: their median, weighed against `prior`.
 * A ratio beyond what a factor may be counts as the nearest that it may be.
 */
export function factorOf(given: readonly number[], prior: number): number {
  const ratios = given.map(within).sort((one, other) => one - other);
  const middle = ratios.length >> 1;
  const upper = ratios[middle] ?? prior;
  const median = ratios.length % 2 === 0 ? ((ratios[middle - 1] ?? upper) + upper) / 2 : upper;
  const weighed = (PRIOR_RIDES * prior + ratios.length * median) / (PRIOR_RIDES + ratios.length);
  return within(weighed);
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
