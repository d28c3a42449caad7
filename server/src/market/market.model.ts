import mongoose from 'mongoose';
import { documentSchema, embedded, listOf, nullable, type Stored, text, time, whole } from '../store/document';

const percentCounts = listOf(embedded({ percent: whole, count: whole }));

const tallyFields = {
  /**
   * One number for each band of the time since posting (`bandStarts`): the requests that were still open when the band
   * began, the seconds for which requests were open within the band, and the quotes that arrived within it.
   */
  reached: listOf(whole),
  open_s: listOf(whole),
  arrivals: listOf(whole),
  quoted: percentCounts,
  accepted: percentCounts,
};

const hourFields = {
  /** The area and the beginning of the hour. */
  _id: text,
  area: text,
  /** The hour of the day in the town, 0 to 23. */
  hour: whole,
  starts_at: time,
  ...tallyFields,
  version: whole,
};

/** The requests of one area that were posted in one hour, as counts without any id. Kept for 90 days. */
export type MarketHour = Stored<typeof hourFields>;

const HISTORY_DAYS = 90;
const DAY_S = 86_400;

const hourSchema = documentSchema('market_hours', hourFields);
hourSchema.index({ area: 1, hour: 1 });
hourSchema.index({ starts_at: 1 }, { expireAfterSeconds: HISTORY_DAYS * DAY_S });

export const MarketHourModel = mongoose.model<MarketHour>('MarketHour', hourSchema);

const groupFields = {
  /** The area, or `town`, and the hour of the day, or `all`. */
  _id: text,
  area: text,
  /** Null for the whole day. */
  hour: nullable(whole),
  ...tallyFields,
  /** Null for an empty group: it is not recomputed daily, because it has no hours that become too old. */
  computed_at: nullable(time),
  /**
   * Rises with every change. An empty group is kept because of its version: without the version older counts could be
   * stored anew.
   */
  version: whole,
};

/** The sum of the hours of the last 90 days: of an area or the town at one hour of the day, or of the town all day. */
export type MarketGroup = Stored<typeof groupFields>;

const groupSchema = documentSchema('market_groups', groupFields);
groupSchema.index({ hour: 1, area: 1 });
groupSchema.index({ computed_at: 1 });

export const MarketGroupModel = mongoose.model<MarketGroup>('MarketGroup', groupSchema);

const progressFields = { _id: text, after: time };

/** The hours include all changes of ride requests up to the time `after`. There is one such document. */
export type MarketProgress = Stored<typeof progressFields>;

export const MarketProgressModel = mongoose.model<MarketProgress>(
  'MarketProgress',
  documentSchema('market_progress', progressFields),
);
