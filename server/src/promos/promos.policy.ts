import type { ErrorBody } from '@boli/shared/core/errors';
import type { Language, MessageKey, MessageParams } from '@boli/shared/core/messages';
import { type Paise, toRupees } from '@boli/shared/core/money';
import { AppError } from '../core/errors';
import type { PromoDocument } from './promos.model';
import type { Standing } from './redemptions.repository';

/** The reason why a code does not apply. */
export interface Refusal {
  key: MessageKey;
  params?: MessageParams;
}

/** The error for a refused code: its body also has `success` and `valid`, as the reply to a validation has. */
export class PromoRefused extends AppError {
  constructor(status: 400 | 404 | 409, { key, params }: Refusal) {
    const fields = [{ field: 'promo_code', key, params }];
    super(status, key, { ...(params && { params }), ...(status === 400 && { fields }) });
  }

  override toBody(language: Language): ErrorBody & { success: false; valid: false } {
    return { success: false, valid: false, ...super.toBody(language) };
  }
}

/** Computes the discount on a price: rounded half up, at most the code's own limit and the price. In paise. */
export function discountOf(promo: PromoDocument, price: Paise): Paise {
  const whole = promo.discount_type === 'fixed' ? promo.value : Math.floor((price * promo.value + 5_000) / 10_000);
  return Math.min(whole, promo.max_discount_paise ?? whole, price);
}

/** A requested use of a code. */
export interface Wish {
  price: Paise;
  standing: Standing;
  /** Whether the customer has a booking that was neither rejected nor cancelled. */
  hasRidden: boolean;
  now: Date;
}

/**
 * The reason why a code does not apply to a price, or null if it applies. A redemption that this booking already holds
 * does not count as an earlier use of the code.
 */
export function refusalOf(promo: PromoDocument, { price, standing, hasRidden, now }: Wish): Refusal | null {
  if (!promo.active) return { key: 'promo.paused' };
  if (promo.starts_at && now < promo.starts_at) return { key: 'promo.not_started' };
  if (promo.ends_at && now >= promo.ends_at) return { key: 'promo.ended' };
  if (standing.held.length >= promo.per_customer) return { key: 'promo.used' };
  if (promo.first_ride_only && (hasRidden || standing.hadFirstRide)) return { key: 'promo.first_ride' };
  if (price < promo.min_fare_paise) {
    return { key: 'promo.min_fare', params: { amount: toRupees(promo.min_fare_paise).toFixed(2) } };
  }
  return standing.own || standing.left ? null : { key: 'promo.used_up' };
}
