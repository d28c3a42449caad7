import type { Route } from './geo.schema';

/** From here on estimated minutes are shown in fives: they are not known better. */
const ROUGH_FROM_MIN = 10;

/** Whole minutes as they are shown, at least one. */
export function shownMinutes(seconds: number, source: Route['source']): number {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return source === 'estimate' && minutes > ROUGH_FROM_MIN ? Math.round(minutes / 5) * 5 : minutes;
}
