import type { LogValues } from '@boli/shared/admin-log/admin-log.schema';
import { toRupees } from '@boli/shared/core/money';
import type { Promo, PromoAnswer } from '@boli/shared/promos/promos.schema';
import type { PromoDocument } from './promos.model';
import type { Use } from './redemptions.repository';

/** Presents a code with its use for admins. */
export function presentPromo(promo: PromoDocument, use: Use | undefined): Promo {
  return {
    code: promo._id,
    discount_type: promo.discount_type,
    discount_value: promo.value / 100,
    max_discount: promo.max_discount_paise === null ? null : toRupees(promo.max_discount_paise),
    min_fare: toRupees(promo.min_fare_paise),
    first_ride_only: promo.first_ride_only,
    per_customer: promo.per_customer,
    total_limit: promo.total_limit,
    starts_at: promo.starts_at?.toISOString() ?? null,
    ends_at: promo.ends_at?.toISOString() ?? null,
    active: promo.active,
    used: use?.used ?? 0,
    discount_given: toRupees(use?.discount_paise ?? 0),
    created_at: promo.created_at.toISOString(),
  };
}

/** Presents the discount on an amount to the customer; `discount` and `final` are in paise. */
export function presentDiscount(promo: PromoDocument, discount: number, final: number): PromoAnswer {
  return {
    success: true,
    valid: true,
    code: promo._id,
    discount_type: promo.discount_type,
    discount_value: promo.value / 100,
    discount_amount: toRupees(discount),
    final_amount: toRupees(final),
  };
}

/** The fields of a code that the admin log keeps. */
export function loggedPromo(promo: PromoDocument): LogValues {
  const {
    code: _code,
    used: _used,
    discount_given: _given,
    created_at: _made,
    ...rules
  } = presentPromo(promo, undefined);
  return rules;
}
