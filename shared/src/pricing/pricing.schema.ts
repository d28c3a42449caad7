import { z } from 'zod';
import { Id, Money, says, Timestamp } from '../core/fields';
import { leviesOn, pricingModels, type FeeRule as RuleInPaise, toPaise, toRupees } from '../core/money';
import { LevyRule } from '../jurisdictions/jurisdictions.schema';

/**
 * The rule of the platform's fee for one booking; money in rupees. `driver_percent` (the least share of the driver) and
 * `levies` are missing if no law sets them.
 */
export const FeeRule = z.object({
  model: z.enum(pricingModels),
  percent: z.number(),
  per_ride: Money,
  driver_percent: z.number().optional(),
  levies: z.array(LevyRule).optional(),
});
export type FeeRule = z.infer<typeof FeeRule>;

/** Presents a fee rule in rupees, as in JSON. */
export function presentFeeRule({ model, percent, per_ride_paise, ...law }: RuleInPaise): FeeRule {
  return { model, percent, per_ride: toRupees(per_ride_paise), ...lawOf(law) };
}

/** Reads a presented fee rule back, for the computation in paise. */
export function ruleInPaise({ model, percent, per_ride, ...law }: FeeRule): RuleInPaise {
  return { model, percent, per_ride_paise: toPaise(per_ride), ...lawOf(law) };
}

type Law = Pick<RuleInPaise, 'driver_percent' | 'levies'>;

/** The fields of a law that are set, without any others. */
function lawOf({ driver_percent, levies }: { [K in keyof Law]: Law[K] | undefined }) {
  return {
    ...(driver_percent !== undefined && { driver_percent }),
    ...(levies && {
      levies: levies.map(({ name, percent, of, borne_by }) => ({ name, percent, of, borne_by })),
    }),
  };
}

/** A levy of one ride, in rupees. */
export const LevyAmount = LevyRule.pick({ name: true, percent: true, borne_by: true }).extend({ amount: Money });
export type LevyAmount = z.infer<typeof LevyAmount>;

/** Presents the levies on a ride with this price and fee (paise), in rupees; empty where the rule has none. */
export function presentLevies(amounts: { price: number; fee: number }, rule: RuleInPaise): { levies?: LevyAmount[] } {
  if (!rule.levies) return {};
  return {
    levies: leviesOn(amounts, rule).map(({ name, percent, borne_by, amount }) => ({
      name,
      percent,
      borne_by,
      amount: toRupees(amount),
    })),
  };
}

/** The operator's pricing model, from which a client computes the split of a price before a booking. */
export const Pricing = z.object({
  model: z.enum(pricingModels),
  /** The rule for drivers without a valid pass. */
  fee_rule: FeeRule,
  /** The prices of the passes on sale; null unless the model is `pass`. */
  passes: z.object({ day: Money, month: Money }).nullable(),
});
export type Pricing = z.infer<typeof Pricing>;

/** The passes on sale, with their length in hours. */
export const passHours = { day: 24, month: 30 * 24 } as const;
export const passSpans = ['day', 'month'] as const satisfies readonly (keyof typeof passHours)[];
export type PassSpan = (typeof passSpans)[number];

/** `price` is the price that the driver was shown: the server refuses any other price. */
export const PassInput = z.object({
  span: z.enum(passSpans, says('pricing.span_required')),
  price: Money.min(0),
});

/** A pass that a driver has bought. It begins immediately, or when the driver's last pass ends. */
export const Pass = z.object({
  id: Id,
  span: z.enum(passSpans),
  price: Money,
  starts_at: Timestamp,
  ends_at: Timestamp,
  created_at: Timestamp,
});
export type Pass = z.infer<typeof Pass>;
