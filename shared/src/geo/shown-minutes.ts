import type { Route } from './geo.schema';

/** Estimates of this many minutes or more are shown in steps of five, which is their precision. */
const ROUGH_FROM_MIN = 10;

/** Rounds seconds to the whole minutes that are shown, at least one. */
export function shownMinutes(seconds: number, source: Route['source']): number {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return source === 'estimate' && minutes > ROUGH_FROM_MIN ? Math.round(minutes / 5) * 5 : minutes;
}
