import mongoose from 'mongoose';
import {
  documentSchema,
  embedded,
  flag,
  nullable,
  oneOf,
  optional,
  paise,
  type Stored,
  text,
  time,
  whole,
} from '../store/document';
import { levels, series } from './periods';

const sumFields = {
  /** Completed rides. */
  rides: whole,
  price_paise: paise,
  /** The fees of charged fares, and the prices of passes. */
  fee_paise: paise,
  earnings_paise: paise,
  discount_paise: paise,
  /** The number of settlements of rides. The next two sums also include the settlements of passes and of cancelling. */
  settlements: whole,
  settlement_fee_paise: paise,
  /** The fees of the settlements that are paid. */
  settlement_paid_paise: paise,
  balance_paise: paise,
  /** Rated rides, and the sum of their ratings. */
  ratings: whole,
  stars: whole,
  /** Uses of a promo code. */
  uses: whole,
};

/** The sums of a period: counts, and amounts in paise. A series fills only some of them. */
export type Sums = Stored<typeof sumFields>;

const rowFields = {
  /** The series, the owner and the period (`idOf`). */
  _id: text,
  series: oneOf(series),
  owner: text,
  level: oneOf(levels),
  /** The row of the next longer period; null for all time. */
  parent: nullable(text),
  /** How often the row was marked, because of a change that the sums have to include. */
  marks: whole,
  /** The number of marks that `sums` include; 0 until they are computed. */
  computed: whole,
  /** When the row was last marked; missing while the sums include all marks. */
  stale: optional(time),
  sums: optional(embedded(sumFields)),
  /** The driver's name in the newest settlement of the period. */
  driver_name: optional(nullable(text)),
  /** Set in a driver's row of level `all` if the driver has settlements: the list of commission consists of these rows. */
  listed: optional(flag),
};

/** Sums that are kept, so that no reader has to compute them from all documents (docs/decisions/0020). */
export type SumsRow = Stored<typeof rowFields>;

const schema = documentSchema('kept_sums', rowFields);
const isStale = { partialFilterExpression: { stale: { $gt: new Date(0) } } };
schema.index({ owner: 1, stale: 1 }, isStale);
schema.index({ level: 1, _id: 1 }, { name: 'stale_by_level', ...isStale });
schema.index({ parent: 1 });
schema.index({ listed: 1, 'sums.settlement_fee_paise': -1, owner: 1 }, { partialFilterExpression: { listed: true } });

export const SumsModel = mongoose.model<SumsRow>('KeptSums', schema);

const buildFields = {
  _id: text,
  /**
   * What the build does now. In `rows` it marks the existing rows. In the stages that are named after a collection it marks
   * the rows in which documents of that collection are counted. In `sums` it computes all marked rows.
   */
  stage: oneOf(['rows', 'bookings', 'settlements', 'journal', 'redemptions', 'sums', 'done']),
  /** The id of the last row or document of this stage that was handled; null before the first. */
  after: nullable(text),
};

/**
 * How far the sums have been built from the documents of a database that was in use before sums were kept. One document
 * holds it.
 */
export type SumsBuild = Stored<typeof buildFields>;

export const SumsBuildModel = mongoose.model<SumsBuild>(
  'KeptSumsBuild',
  documentSchema('kept_sums_build', buildFields),
);
