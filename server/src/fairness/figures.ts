import { LEAST_PEOPLE } from '@boli/shared/core/constants';
import { toRupees } from '@boli/shared/core/money';
import type { FairnessFigures, HourlyEarnings } from '@boli/shared/fairness/fairness.schema';
import type { FairnessDay } from './fairness.model';
import { atShare, gini } from './spread';

/** The name of a published figure. */
export type Figure = keyof FairnessFigures;
export const figures = [
  'rides',
  'quotes_per_request',
  'price_percent',
  'driver_share_percent',
  'hourly',
  'promises_kept_percent',
] as const satisfies readonly Figure[];

/** Published hourly earnings are rounded to multiples of this many rupees. */
const HOURLY_STEP = 5;

const sumOf = (days: readonly FairnessDay[], value: (day: FairnessDay) => number) =>
  days.reduce((sum, day) => sum + value(day), 0);
const halfUp = (value: number, step: number) => Math.floor(value / step + 0.5 + 1e-9) * step;
const percentOf = (part: number, whole: number) => (part * 100) / whole;
const decimals = (value: number, count: number) => Number(halfUp(value, 10 ** -count).toFixed(count));

/** What each driver earned per active hour of these days, in rupees, lowest first. */
function hourlyOf(days: readonly FairnessDay[]): number[] {
  const byDriver = new Map<string, { earned: number; seconds: number }>();
  for (const { driver_id, earned_paise, active_s } of days.flatMap(({ drivers }) => drivers)) {
    const { earned, seconds } = byDriver.get(driver_id) ?? { earned: 0, seconds: 0 };
    byDriver.set(driver_id, { earned: earned + earned_paise, seconds: seconds + active_s });
  }
  return [...byDriver.values()]
    .filter(({ seconds }) => seconds > 0)
    .map(({ earned, seconds }) => (toRupees(earned) * 3_600) / seconds)
    .sort((a, b) => a - b);
}

/** The number of observations from which each figure of these days comes. */
export function observations(days: readonly FairnessDay[]): Record<Figure, number> {
  return {
    rides: sumOf(days, ({ rides }) => rides),
    quotes_per_request: sumOf(days, ({ requests }) => requests),
    price_percent: sumOf(days, ({ prices }) => prices.reduce((sum, { rides }) => sum + rides, 0)),
    driver_share_percent: sumOf(days, ({ fares }) => fares),
    hourly: hourlyOf(days).length,
    promises_kept_percent: sumOf(days, ({ promises }) => promises),
  };
}

/** The sides that need enough different people for a figure; hourly earnings always have one observation per driver. */
const sides: Readonly<Record<Figure, readonly ('drivers' | 'customers')[]>> = {
  rides: ['drivers', 'customers'],
  quotes_per_request: ['customers'],
  price_percent: ['drivers', 'customers'],
  driver_share_percent: ['drivers', 'customers'],
  hourly: [],
  promises_kept_percent: ['drivers', 'customers'],
};

/** Whether the observations of a figure on these days come from enough different people. */
export function isOfManyPeople(days: readonly FairnessDay[], figure: Figure): boolean {
  const people = days.flatMap((day) => day.people ?? []).filter((row) => row.figure === figure);
  return sides[figure].every((side) => new Set(people.flatMap((row) => row[side])).size >= LEAST_PEOPLE);
}

/** The median of all prices, in percent of the usual price. */
function medianPercent(days: readonly FairnessDay[]): number {
  const byPercent = new Map<number, number>();
  for (const { percent, rides } of days.flatMap(({ prices }) => prices))
    byPercent.set(percent, (byPercent.get(percent) ?? 0) + rides);
  const sorted = [...byPercent].sort(([a], [b]) => a - b);
  const half = sorted.reduce((sum, [, rides]) => sum + rides, 0) / 2;
  let below = 0;
  for (const [percent, rides] of sorted) {
    below += rides;
    if (below >= half) return percent;
  }
  return 0;
}

function spreadOf(hourly: readonly number[]): HourlyEarnings {
  const shown = (share: number) => halfUp(atShare(hourly, share), HOURLY_STEP);
  return { low: shown(0.25), middle: shown(0.5), high: shown(0.75), gini: decimals(gini(hourly), 2) };
}

/** The figures of these days that may be shown; the others are null. */
export function figuresOf(days: readonly FairnessDay[], mayShow: (figure: Figure) => boolean): FairnessFigures {
  const shown = <T>(figure: Figure, value: () => T): T | null => (mayShow(figure) ? value() : null);
  const sum = (value: (day: FairnessDay) => number) => sumOf(days, value);
  return {
    rides: shown('rides', () => sum(({ rides }) => rides)),
    quotes_per_request: shown('quotes_per_request', () =>
      decimals(sum(({ quotes }) => quotes) / sum(({ requests }) => requests), 1),
    ),
    price_percent: shown('price_percent', () => medianPercent(days)),
    driver_share_percent: shown('driver_share_percent', () =>
      decimals(
        percentOf(
          sum(({ earnings_paise }) => earnings_paise),
          sum(({ price_paise }) => price_paise),
        ),
        1,
      ),
    ),
    hourly: shown('hourly', () => spreadOf(hourlyOf(days))),
    promises_kept_percent: shown('promises_kept_percent', () =>
      decimals(
        percentOf(
          sum(({ kept }) => kept),
          sum(({ promises }) => promises),
        ),
        0,
      ),
    ),
  };
}
