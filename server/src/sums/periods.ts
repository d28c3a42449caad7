import { dayInIndia, hourInIndia } from '../core/india';

/** The lengths of time that a row of sums may cover, the shortest first. */
export const levels = ['hour', 'day', 'month', 'all'] as const;
export type Level = (typeof levels)[number];

/**
 * What is summed: charged fares with their settlements and ratings; paid settlements; the lines of drivers in the
 * journal; the uses of promo codes.
 */
export const series = ['fares', 'collected', 'balance', 'promos'] as const;
export type Series = (typeof series)[number];

/** The owner of the sums of everybody together; any other owner is the id of a driver, or a promo code. */
export const PLATFORM = 'platform';

/** Identifies a row: what is summed, of whom, and over which time (2026-01-31T05, 2026-01-31, 2026-01, all). */
export interface RowKey {
  series: Series;
  owner: string;
  period: string;
}

const LENGTHS: Record<Level, number> = { hour: 13, day: 10, month: 7, all: 3 };

export const idOf = ({ series, owner, period }: RowKey): string => `${series}:${owner}:${period}`;

export function levelOf(period: string): Level {
  const found = levels.find((level) => LENGTHS[level] === period.length);
  if (!found) throw new Error(`${period} is no period of sums`);
  return found;
}

/** The period one level above, in whose sums this one is included; null for all time. */
export function periodAbove(period: string): string | null {
  const above = levels[levels.indexOf(levelOf(period)) + 1];
  if (!above) return null;
  return above === 'all' ? 'all' : period.slice(0, LENGTHS[above]);
}

/**
 * The shortest period of an owner. Its rows are computed from documents, all others from the rows one level below. It
 * is an hour for the platform, which has many rides in a day, and for promo codes, which have many uses.
 */
export function shortestLevel({ series, owner }: Pick<RowKey, 'series' | 'owner'>): Level {
  return owner === PLATFORM || series === 'promos' ? 'hour' : 'day';
}

/** The row with the shortest period that includes an event at this time. */
export function leafOf(series: Series, owner: string, at: Date): RowKey {
  const period = shortestLevel({ series, owner }) === 'hour' ? hourInIndia(at) : dayInIndia(at);
  return { series, owner, period };
}
