import { z } from 'zod';
import { Money } from '../core/fields';
import { saids } from './said';

const Count = z.number().int().min(0);
const Rupees = z.number().int().min(0);

/** The quartiles of the accepted prices of an area and hour, in whole percent of the usual price. */
export const Quartiles = z.object({ low_percent: Count, high_percent: Count, count: Count });
export type Quartiles = z.infer<typeof Quartiles>;

/** The middle half of the accepted prices of the area at this hour, for this ride; `count` prices were counted. */
export const MiddleHalf = Quartiles.extend({ low: Rupees, high: Rupees });
export type MiddleHalf = z.infer<typeof MiddleHalf>;

/** Which history is used: that of the area at this hour, of the town at this hour, or of the town at every hour. */
export const marketScopes = ['area_hour', 'town_hour', 'town'] as const;

/** The rate of quotes from `from_s` seconds after posting until the next rate begins. */
export const QuoteRate = z.object({ from_s: Count, per_minute: z.number().min(0) });
export type QuoteRate = z.infer<typeof QuoteRate>;

/** The share of all quotes that were below this price, in whole percent. */
export const PriceStep = z.object({ price: Money, share: Count });
export type PriceStep = z.infer<typeof PriceStep>;

/** The odds of a quote below the lowest price, with everything from which they are computed (docs/FAIRNESS.md). */
export const CheaperOdds = z.object({
  /** The lowest price that can be chosen now. */
  price: Money,
  minutes: Count,
  /** The number of observed quotes. */
  quotes: Count,
  /** The number of quotes that are expected in these minutes. */
  expected: z.number().min(0),
  /** By rising price, up to `price`. */
  steps: z.array(PriceStep),
  /** From 0 to 1. */
  chance: z.number().min(0).max(1),
  /** What waiting saves on average, in whole rupees; if no cheaper quote comes, that counts as 0. */
  saving: Rupees,
});
export type CheaperOdds = z.infer<typeof CheaperOdds>;

/** What the history says about waiting for quotes on a request. */
export const WaitOutlook = z.object({
  scope: z.enum(marketScopes),
  /** The number of observed requests. */
  requests: Count,
  /** Seconds since the request was posted, when this was computed. */
  age_s: Count,
  rates: z.array(QuoteRate),
  /**
   * The seconds from posting until a first quote is expected; null for more than half an hour, or if too few of the
   * observed requests were open for so long.
   */
  first_quote_s: Count.nullable(),
  /** Null without a quote that can be chosen, without a usual price, and with fewer than 30 observed prices. */
  cheaper: CheaperOdds.nullable(),
});
export type WaitOutlook = z.infer<typeof WaitOutlook>;

/** `outlook` is null for a request that is scheduled or not open, and with fewer than 30 observed requests. */
export const WaitReply = z.object({ outlook: WaitOutlook.nullable() });

const Percent = z.number().int().min(0).max(100);
/** For each wording of the odds of a cheaper quote: how often it was shown in the last 30 days, and came true. */
export const Calibration = z.object({
  rows: z.array(
    z.object({
      said: z.enum(saids),
      count: Count,
      /** Null with fewer than 30 estimates. */
      said_percent: Percent.nullable(),
      came_percent: Percent.nullable(),
    }),
  ),
});
export type Calibration = z.infer<typeof Calibration>;
