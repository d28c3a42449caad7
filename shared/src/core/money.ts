import { PLATFORM_FEE_PERCENT } from './constants';

/** Integer paise: the only representation of money inside the server. */
export type Paise = number;

/** Converts rupees with at most two decimals, as in JSON, to integer paise. */
export function toPaise(rupees: number): Paise {
  return Math.round(rupees * 100);
}

/** Converts integer paise to a number of rupees, as in JSON. */
export function toRupees(paise: Paise): number {
  return paise / 100;
}

/** Computes the platform's fee of 10% of a price, rounded half up, in paise. */
export function platformFee(price: Paise): Paise {
  return Math.floor((price * PLATFORM_FEE_PERCENT + 50) / 100);
}

export interface FareSplit {
  price: Paise;
  discount: Paise;
  final: Paise;
  fee: Paise;
  earnings: Paise;
}

/**
 * Splits a price (paise) so that final = earnings + fee − discount to the paisa; a discount is never more than the
 * price.
 */
export function splitFare(price: Paise, discount: Paise = 0): FareSplit {
  const kept = Math.min(Math.max(discount, 0), price);
  const fee = platformFee(price);
  return { price, discount: kept, final: price - kept, fee, earnings: price - fee };
}

/**
 * Computes the fare that remains after `refund` (paise) of its `final` was refunded to the customer. Price and
 * discount shrink in proportion to what remains; the fee is 10% of the reduced price.
 */
export function fareAfterRefund({ price, final }: Pick<FareSplit, 'price' | 'final'>, refund: Paise): FareSplit {
  const kept = final - refund;
  if (kept <= 0) return splitFare(0);
  const left = Math.round((price * kept) / final);
  return splitFare(left, left - kept);
}
