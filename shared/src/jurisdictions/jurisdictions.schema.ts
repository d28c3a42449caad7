import { z } from 'zod';
import { Money } from '../core/fields';
import { allLanguages } from '../core/messages';

/** A text of a law: a string in one language, or texts by language, among which must be an English one. */
export const LawText = z.union([
  z.string().min(1).max(1_000),
  z
    .partialRecord(z.enum(allLanguages()), z.string().min(1).max(1_000))
    .refine((texts) => texts.en !== undefined, 'the English text is missing'),
]);
export type LawText = z.infer<typeof LawText>;

/** The text of a rule, which people read when something is refused because of it, and before they pay. */
const rule = LawText;
const twoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const Percent = z.number().min(0).max(100).refine(twoDecimals, 'more than two decimals');
const Multiple = z.number().positive().max(100).refine(twoDecimals, 'more than two decimals');
const Hours = z.number().positive().max(72);

/** Prices are allowed from `low` to `high` times the middle usual price of the ride. */
export const FareBand = z
  .strictObject({ rule, low: Multiple, high: Multiple })
  .refine(({ low, high }) => low <= high, 'the low multiple is above the high one');
export type FareBand = z.infer<typeof FareBand>;

/** Who bears a levy. */
export const levyBearers = ['platform', 'driver'] as const;
/** What a levy is a percent of. */
export const levyBases = ['fare', 'turnover'] as const;

/**
 * A levy that the platform pays to an authority: a percent of the price of a ride (`fare`), or of the platform's fees
 * and the prices of passes (`turnover`).
 */
export const LevyRule = z.object({
  name: z.string().min(1).max(200),
  percent: Percent,
  of: z.enum(levyBases),
  borne_by: z.enum(levyBearers),
});
export type LevyRule = z.infer<typeof LevyRule>;

/** A levy as a law may have it: only the platform has a turnover. */
export const Levy = z
  .strictObject(LevyRule.shape)
  .refine(
    ({ of, borne_by }) => of === 'fare' || borne_by === 'platform',
    'a levy on turnover is borne by the platform',
  );
export type Levy = z.infer<typeof Levy>;

/**
 * A side that cancels from this status on pays a fee. A started ride costs no such fee if its drive is plausible or its
 * payment was received.
 */
const FeeFrom = z.enum(['pending', 'accepted']).nullable();

/**
 * The fee for cancelling: a percent of the price, at most `cap` rupees. A customer's fee goes to the driver, a driver's
 * to the platform. `customer_from` or `driver_from` is null if that side pays no fee.
 */
export const CancellationRule = z.strictObject({
  rule,
  percent: Percent,
  cap: Money.min(0).max(100_000),
  customer_from: FeeFrom,
  driver_from: FeeFrom,
});
export type CancellationRule = z.infer<typeof CancellationRule>;

/** The fields of a jurisdiction. */
const Rules = z.strictObject({
  name: LawText,
  /** The date of the source. */
  date: z.iso.date(),
  source: LawText,
  /** What the source says, and what the writer of the file has assumed. */
  notified: z.array(z.string()),
  assumed: z.array(z.string()),
  notice: LawText,
  fare_band: FareBand.nullable(),
  /** At least this percent of the price is the driver's, after fee and levies. */
  driver_share: z.strictObject({ rule, percent: Percent }).nullable(),
  cancellation: CancellationRule.nullable(),
  /** What drivers are shown of the drop before one of them accepts: the exact address, or its area only. */
  before_acceptance: z.strictObject({ rule, drop: z.enum(['exact', 'area']) }).nullable(),
  /** A driver is online or in rides for at most `max_hours` until a rest of `rest_hours` at a stretch. */
  working_hours: z.strictObject({ rule, max_hours: Hours, rest_hours: Hours }).nullable(),
  levies: z.array(Levy).max(10),
});

/** The law of a place: `jurisdictions/*.json`, or the file of an operator. Null for a rule that the place lacks. */
export const Jurisdiction = Rules.refine(
  ({ levies, driver_share }) => driverPercentOf(levies) <= 100 - (driver_share?.percent ?? 0),
  'the levies that the driver bears leave less than driver_share',
).refine(({ levies }) => onTurnover(levies) <= 100, 'the levies on turnover are more than the turnover');
export type Jurisdiction = z.infer<typeof Jurisdiction>;

const driverPercentOf = (levies: readonly Levy[]) =>
  levies.reduce((sum, { borne_by, percent }) => sum + (borne_by === 'driver' ? percent : 0), 0);

const onTurnover = (levies: readonly Levy[]) =>
  levies.reduce((sum, { of, percent }) => sum + (of === 'turnover' ? percent : 0), 0);

/** The jurisdiction that applies, as everybody may read it. */
export const PublicJurisdiction = z.object({
  id: z.string(),
  ...Rules.omit({ notified: true, assumed: true }).shape,
});
export type PublicJurisdiction = z.infer<typeof PublicJurisdiction>;
