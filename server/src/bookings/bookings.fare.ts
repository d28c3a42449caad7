import { isDead } from '@boli/shared/bookings/bookings.state';
import { COMMISSION, type FareSplit, type FeeRule, fareAfterRefund, toPaise } from '@boli/shared/core/money';
import { settings } from '../settings';
import type { BookingDocument, StoredFare } from './bookings.model';

/** The smallest amount that the payment gateway accepts or transfers back, in paise. */
export const GATEWAY_LEAST_PAISE = 100;

/** A fare for which nothing is charged. */
const nothing: StoredFare = { price_paise: 0, discount_paise: 0, final_paise: 0, fee_paise: 0, earnings_paise: 0 };

/** The rule of the platform's fee that applied when the booking was made. */
export function feeRuleOf({ fee_rule = COMMISSION }: Pick<BookingDocument, 'fee_rule'>): FeeRule {
  return fee_rule;
}

/** The fields of a booking that contain its fare. */
export type FareFields = Pick<
  BookingDocument,
  | 'status'
  | 'part'
  | 'price_paise'
  | 'discount_paise'
  | 'final_price_paise'
  | 'platform_fee_paise'
  | 'driver_earnings_paise'
  | 'levies'
>;

/** The whole fare of a booking, at the price that was booked. */
export function wholeFare(booking: FareFields): StoredFare {
  return {
    price_paise: booking.price_paise,
    discount_paise: booking.discount_paise,
    final_paise: booking.final_price_paise,
    fee_paise: booking.platform_fee_paise,
    earnings_paise: booking.driver_earnings_paise,
    ...(booking.levies && { levies: booking.levies }),
  };
}

/** The field with the levies of a split; empty if the rule has no levies. */
export function leviesOf({ levies }: Pick<FareSplit, 'levies'>): Pick<StoredFare, 'levies'> {
  return levies ? { levies: { driver_paise: levies.driver, platform_paise: levies.platform } } : {};
}

/**
 * The fare charged for a booking: the whole fare of a completed ride, or the stored partial fare (`part`); null if no
 * fare is charged. A fee for cancelling is not a fare; its field is `cancellation_fee`.
 */
export function chargedFare(booking: FareFields): StoredFare | null {
  if (booking.part) return booking.part;
  return booking.status === 'completed' ? wholeFare(booking) : null;
}

/**
 * Whether a review refused the ride, so that the platform does not pay for its promo discount. False if a partial fare
 * is set, even of zero, because the partial fare includes the remaining discount.
 */
export function isCreditRefused(booking: BookingDocument): boolean {
  return booking.review_status === 'refused' && !booking.part;
}

/**
 * The fare on which the driver's share is based; null if the driver gets nothing: a ride cancelled or rejected without
 * a partial fare, and a refused ride whose payment is refunded. A refused ride that was paid to the driver has no
 * discount here, because it earns no promo credit.
 */
export function driverFare(booking: BookingDocument): StoredFare | null {
  if (booking.part) return booking.status === 'cancelled' ? booking.part : null;
  if (isDead(booking.status)) return null;
  const whole = wholeFare(booking);
  if (!isCreditRefused(booking)) return whole;
  const { final_paise, fee_paise, levies } = whole;
  return {
    price_paise: final_paise,
    discount_paise: 0,
    final_paise,
    fee_paise,
    earnings_paise: final_paise - fee_paise - (levies?.driver_paise ?? 0),
    ...(levies && { levies }),
  };
}

/** The driver's earnings from the fare of a booking, in paise; null if no fare is charged, even if a fee for cancelling is. */
export function earnedOf(booking: BookingDocument): number | null {
  return chargedFare(booking) && (driverFare(booking)?.earnings_paise ?? 0);
}

/**
 * Whether a booking counts as a use of its promo code: while it is live or completed. A ride cancelled in progress
 * counts until its refund is decided, and after that when the partial fare has a discount.
 */
export function usesPromo(booking: BookingDocument): boolean {
  if (booking.promo_code === null) return false;
  if (!isDead(booking.status)) return true;
  if (booking.refund_status === 'review') return true;
  if (booking.refund_status === 'claimed') return booking.started_at !== null && !booking.cancellation_fee;
  return (booking.part?.discount_paise ?? 0) > 0;
}

/** The part of a customer's payment that is kept as the fee when the rest is refunded, in paise. */
export function keptFee({ cancellation_fee: fee }: Pick<BookingDocument, 'cancellation_fee'>): number {
  return fee?.by === 'customer' ? fee.amount_paise : 0;
}

/**
 * The amount of a refund, in paise: what an admin decided, or what is left after a fee for cancelling; else everything
 * that the customer paid.
 */
export function refundOf(booking: BookingDocument): number {
  return booking.refund_amount_paise ?? booking.final_price_paise;
}

/** The partial fare of a booking that remains after `refundPaise` was refunded to the customer. */
export function partAfterRefund(booking: BookingDocument, refundPaise: number): StoredFare {
  const whole = { price: booking.price_paise, final: booking.final_price_paise };
  const left = fareAfterRefund(whole, refundPaise, feeRuleOf(booking));
  return {
    price_paise: left.price,
    discount_paise: left.discount,
    final_paise: left.final,
    fee_paise: left.fee,
    earnings_paise: left.earnings,
    ...leviesOf(left),
  };
}

/**
 * The refund proposed for a ride that was cancelled in progress, in paise. The customer is charged for the driven share
 * of the planned distance: at least `CANCELLED_RIDE_MIN_FARE`, at most the whole price.
 */
export function proposedRefund(booking: BookingDocument): number {
  const { price_paise: price, final_price_paise: final, driven_m: metres, distance_km: planned } = booking;
  if (price === 0) return final;
  const share = planned > 0 ? Math.min((metres ?? 0) / (planned * 1_000), 1) : 1;
  const kept = Math.min(Math.max(Math.round(price * share), toPaise(settings().CANCELLED_RIDE_MIN_FARE)), price);
  return final - Math.round((final * kept) / price);
}

/** The partial fare of a ride that the review refused and whose payment is refunded: nothing is charged. */
export function refusedFare(): StoredFare {
  return { ...nothing };
}
