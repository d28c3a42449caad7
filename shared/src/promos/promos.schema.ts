import { z } from 'zod';
import { MAX_PRICE_RUPEES } from '../core/constants';
import { given, Money, optional, says, TimeInput, Timestamp } from '../core/fields';

/** The maximum of `total_limit`: each redemption of a limited code is a stored document. */
const MAX_REDEMPTIONS = 100_000;

export const discountTypes = ['percentage', 'fixed'] as const;

/** Trimmed and upper-cased, as specified. */
const PromoCode = given('promo.required')
  .trim()
  .toUpperCase()
  .min(1, says('promo.required'))
  .max(40, says('promo.invalid'))
  .regex(/^[A-Z0-9_-]+$/, says('promo.invalid'));

export const ValidateInput = z.object({ code: PromoCode, amount: Money.min(0).max(MAX_PRICE_RUPEES) });

export const PromoAnswer = z.object({
  success: z.literal(true),
  valid: z.literal(true),
  code: z.string(),
  discount_type: z.enum(discountTypes),
  discount_value: z.number(),
  discount_amount: Money,
  final_amount: Money,
});
export type PromoAnswer = z.infer<typeof PromoAnswer>;

export const Promo = z.object({
  code: z.string(),
  discount_type: z.enum(discountTypes),
  /** Percent, or rupees. */
  discount_value: z.number(),
  /** The maximum discount of a percentage code, in rupees. */
  max_discount: Money.nullable(),
  min_fare: Money,
  first_ride_only: z.boolean(),
  per_customer: z.number().int(),
  total_limit: z.number().int().nullable(),
  starts_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  active: z.boolean(),
  /** The number of redemptions in use now, and the sum in rupees of the discounts of live or completed bookings. */
  used: z.number().int(),
  discount_given: Money,
  created_at: Timestamp,
});
export type Promo = z.infer<typeof Promo>;

/** An amount in rupees, from a paisa to the maximum price, or a percentage; both have at most two decimals. */
const Amount = Money.min(0.01, says('promo.value')).max(MAX_PRICE_RUPEES, says('promo.too_large'));

const rules = {
  discount_type: z.enum(discountTypes),
  discount_value: Amount,
  max_discount: optional(Amount),
  min_fare: Money.min(0)
    .max(MAX_PRICE_RUPEES, says('promo.too_large'))
    .nullish()
    .transform((fare) => fare ?? 0),
  first_ride_only: z
    .boolean()
    .nullish()
    .transform((on) => on ?? false),
  per_customer: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .nullish()
    .transform((uses) => uses ?? 1),
  total_limit: optional(z.number().int().min(1).max(MAX_REDEMPTIONS)),
  starts_at: optional(TimeInput),
  ends_at: optional(TimeInput),
};

export const PromoInput = z
  .object({ code: PromoCode, ...rules })
  .refine((promo) => promo.discount_type === 'fixed' || promo.discount_value <= 100, {
    path: ['discount_value'],
    message: says('promo.percent'),
  })
  .refine((promo) => !promo.starts_at || !promo.ends_at || promo.starts_at < promo.ends_at, {
    path: ['ends_at'],
    message: says('promo.dates'),
  });

/** Changes of a code. Its total limit may only grow, because all redemptions up to the present limit may be in use. */
export const PromoPatch = z.object({
  active: z.boolean().nullish(),
  total_limit: z.number().int().min(1).max(MAX_REDEMPTIONS).nullish(),
  /** Null removes the end date; an absent field keeps it. */
  ends_at: z.union([TimeInput, z.null()]).optional(),
});
export const PromoParam = z.object({ code: PromoCode });
