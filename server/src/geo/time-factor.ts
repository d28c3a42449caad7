import { median } from '../core/median';
import { settings } from '../settings';

/** The hours of a band; the first begins at 2:00, so that each rush hour (8 to 11, 17 to 20) has its own band. */
const BAND_HOURS = 3;
const FIRST_HOUR = 2;
export const BANDS = 24 / BAND_HOURS;

/** The weight of the setting, as a number of rides. */
const PRIOR_RIDES = 20;
const LEAST_FACTOR = 1;
const MOST_FACTOR = 3;

/** The local hour is computed from the longitude. In most cities this hour is close to the clock time. */
const DEGREES_AN_HOUR = 15;

/** The band of the day, from 0, at a time and a longitude. */
export function bandOf(at: Date, lng: number): number {
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60 + lng / DEGREES_AN_HOUR;
  return Math.floor(((((hour - FIRST_HOUR) % 24) + 24) % 24) / BAND_HOURS);
}

const within = (factor: number) => Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));

/**
 * Computes a time factor from the ratios of a band's rides: their median, weighed against `prior`. A ratio outside of
 * the valid range counts as the nearest end of that range.
 */
export function factorOf(given: readonly number[], prior: number): number {
  const ratios = given.map(within);
  const usual = median(ratios) ?? prior;
  const weighed = (PRIOR_RIDES * prior + ratios.length * usual) / (PRIOR_RIDES + ratios.length);
  return within(weighed);
}

/** The learned factors, by band. */
const learned = new Map<number, number>();

/** Sets the learned factor of a band. */
export function setTimeFactor(band: number, factor: number): void {
  learned.set(band, factor);
}

/** Forgets the learned factors: the setting applies. */
export function clearTimeFactors(): void {
  learned.clear();
}

/** The factor by which free-flow seconds are multiplied at this time and place. */
export function timeFactor(at: Date, lng: number): number {
  return learned.get(bandOf(at, lng)) ?? settings().ROAD_TIME_FACTOR;
}
