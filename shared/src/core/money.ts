import { PLATFORM_FEE_PERCENT } from './constants';

/** Integer paise: the only form money has inside the server. */
export type Paise = number;

/** Rupees with at most two decimals, as JSON carries them, to integer paise. */
export function toPaise(rupees: number): Paise {
  return Math.round(rupees * 100);
}

/** Integer paise to the number of rupees that JSON carries. */
export function toRupees(paise: Paise): number {
  return paise / 100;
}

/** The platform's 10% of a price, half up, in paise. */
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

/** Splits a price so that final = earnings + fee − discount to the paisa; a discount is never more than the price. */
export function splitFare(price: Paise, discount: Paise = 0): FareSplit {
  const kept = Math.min(Math.max(discount, 0), price);
  const fee = platformFee(price);
  return { price, discount: kept, final: price - kept, fee, earnings: price - fee };
}

/**
 * What is left of a fare after `refund` of its `final` went back to the customer. The customer keeps the same share of the
 * discount as it pays of the price, and the platform takes its fee of what is left.
 */
export function fareAfterRefund({ price, final }: Pick<FareSplit, 'price' | 'final'>, refund: Paise): FareSplit {
  const kept = final - refund;
  if (kept <= 0) return splitFare(0);
  const left = Math.round((price * kept) / final);
  return splitFare(left, left - kept);
}
