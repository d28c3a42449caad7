import { z } from 'zod';
import { Money } from '../core/fields';

/** The length of the latest period that is published. */
export const LAST_DAYS = 30;
/** The highest number of months that are published. */
export const MOST_MONTHS = 12;

/** A day in India, as 2026-01-31. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** What drivers earn in an active hour, in rupees to the nearest 5, and the inequality: the Gini index from 0 to 1. */
export const HourlyEarnings = z.object({ low: Money, middle: Money, high: Money, gini: z.number() });
export type HourlyEarnings = z.infer<typeof HourlyEarnings>;

/**
 * The figures of a period (docs/FAIRNESS.md has their definitions). Null if there are too few observations, or
 * observations of too few people, to be published.
 */
export const FairnessFigures = z.object({
  rides: z.number().int().nullable(),
  quotes_per_request: z.number().nullable(),
  /** The median price in percent of the usual one. */
  price_percent: z.number().int().nullable(),
  driver_share_percent: z.number().nullable(),
  hourly: HourlyEarnings.nullable(),
  promises_kept_percent: z.number().int().nullable(),
});
export type FairnessFigures = z.infer<typeof FairnessFigures>;

/** `to` is the last day of the period. */
export const FairnessPeriod = FairnessFigures.extend({ from: Day, to: Day });
export type FairnessPeriod = z.infer<typeof FairnessPeriod>;

export const Fairness = z.object({
  least_observations: z.number().int(),
  /** The latest 30 days whose figures could be published; null until there are any. */
  last_days: FairnessPeriod.nullable(),
  /** Months that have ended, the newest first. */
  months: z.array(FairnessPeriod),
});
export type Fairness = z.infer<typeof Fairness>;
