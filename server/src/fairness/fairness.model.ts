import mongoose from 'mongoose';
import {
  added,
  documentSchema,
  embedded,
  listOf,
  nullable,
  number,
  oneOf,
  paise,
  type Stored,
  text,
  time,
  whole,
} from '../store/document';

const priceFields = { percent: whole, rides: whole };
const driverFields = { driver_id: text, earned_paise: paise, active_s: whole };

/**
 * The people behind the observations of one figure. A list has all of them if they are fewer than five, and otherwise any
 * five: that is enough to decide whether several days together have five different people.
 */
const peopleFields = { figure: text, drivers: listOf(text), customers: listOf(text) };

const dayFields = {
  /** The day in India, as 2026-01-31. */
  _id: text,
  /** Completed rides. */
  rides: whole,
  /** Requests that were posted, and the quotes on them. */
  requests: whole,
  quotes: whole,
  /** How many rides had which price, in percent of the usual one. */
  prices: listOf(embedded(priceFields)),
  /** Rides with a fare above zero, the sum of their prices, and the drivers' part of that sum. */
  fares: whole,
  price_paise: paise,
  earnings_paise: paise,
  /** Rides with a promised and a recorded arrival, and those of them with an arrival in time. */
  promises: whole,
  kept: whole,
  /**
   * What each driver earned, and the seconds of active time: from accepting a ride, or shortly before a scheduled one,
   * to completing it.
   */
  drivers: listOf(embedded(driverFields)),
  people: added(listOf(embedded(peopleFields))),
  made_at: time,
};

/**
 * The counts of a day that has ended, from which the published figures are computed. Counted once, never changed, and
 * kept for 120 days.
 */
export type FairnessDay = Stored<typeof dayFields>;

const DAYS_KEPT_S = 120 * 86_400;

const daySchema = documentSchema('fairness_days', dayFields);
daySchema.index({ made_at: 1 }, { expireAfterSeconds: DAYS_KEPT_S });

export const FairnessDayModel = mongoose.model<FairnessDay>('FairnessDay', daySchema);

const hourlyFields = { low: number, middle: number, high: number, gini: number };

const pageFields = {
  /** The kind, the first day and the last one. */
  _id: text,
  /** A month of the calendar, or the 30 days that end with `to`. */
  kind: oneOf(['month', 'last_days']),
  from: text,
  to: text,
  rides: nullable(whole),
  quotes_per_request: nullable(number),
  price_percent: nullable(whole),
  driver_share_percent: nullable(number),
  hourly: nullable(embedded(hourlyFields)),
  promises_kept_percent: nullable(whole),
};

/**
 * The published figures of a period, as everybody can read them; null for a figure that is hidden. They never change.
 */
export type FairnessPage = Stored<typeof pageFields>;

const pageSchema = documentSchema('fairness_pages', pageFields);
pageSchema.index({ kind: 1, to: -1 });

export const FairnessPageModel = mongoose.model<FairnessPage>('FairnessPage', pageSchema);

const progressFields = {
  _id: text,
  /** The last day whose figures are counted and published. */
  day: text,
};

/** The progress of counting and publishing the days. There is one such document. */
export type FairnessProgress = Stored<typeof progressFields>;

export const FairnessProgressModel = mongoose.model<FairnessProgress>(
  'FairnessProgress',
  documentSchema('fairness_progress', progressFields),
);
