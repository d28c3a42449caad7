import type { Fare } from '@boli/shared/bookings/bookings.schema';
import { toRupees } from '@boli/shared/core/money';
import { presentFeeRule, presentLevies } from '@boli/shared/pricing/pricing.schema';
import { feeRuleOf, refundOf } from './bookings.fare';
import type { BookingDocument, StoredFare } from './bookings.model';
import { paymentClaimOf } from './bookings.payment-claims';
import { presentCancellationFee } from './cancellation-fee.presenter';

/** Presents the price, its split and the state of the payment. */
export function presentMoney(booking: BookingDocument) {
  return {
    price: toRupees(booking.price_paise),
    promo_code: booking.promo_code,
    discount_amount: toRupees(booking.discount_paise),
    final_price: toRupees(booking.final_price_paise),
    total_price: toRupees(booking.final_price_paise),
    platform_fee: toRupees(booking.platform_fee_paise),
    driver_earnings: toRupees(booking.driver_earnings_paise),
    fee_rule: presentFeeRule(feeRuleOf(booking)),
    ...presentLevies({ price: booking.price_paise, fee: booking.platform_fee_paise }, feeRuleOf(booking)),
    ...presentCancellationFee(booking),
    payment_method: booking.payment_method,
    payment_status: booking.payment_status,
    ...presentClaim(booking),
    refund_status: refundStatusOf(booking),
    refund_amount: refundAmountOf(booking),
    part_fare: partFareOf(booking),
    review_status: booking.review_status ?? null,
  };
}

/** Presents who claimed and who confirmed the payment, and when. */
function presentClaim(booking: BookingDocument) {
  return {
    payment_claimed_by: paymentClaimOf(booking),
    payment_claimed_at: timeOf(booking.payment_claimed_at ?? null),
    payment_confirmed_by: booking.payment_confirmed_by ?? null,
    payment_confirmed_at: timeOf(booking.payment_confirmed_at ?? null),
  };
}

/** No refund is shown as due for a payment that is only claimed. */
export function refundStatusOf({ refund_status }: BookingDocument) {
  return refund_status === 'claimed' ? null : refund_status;
}

/** The amount to refund, in rupees; null while the amount is undecided, and if nothing is refunded. */
export function refundAmountOf(booking: BookingDocument): number | null {
  const isDecided = booking.refund_status === 'due' || booking.refund_status === 'refunded';
  return isDecided ? toRupees(refundOf(booking)) : null;
}

/** Presents the charged fare of a ride that was cancelled in progress, once an admin has decided it. */
export function partFareOf({ part, status }: BookingDocument): Fare | null {
  return status === 'cancelled' ? presentFare(part ?? null) : null;
}

/** Presents a fare with its split, in rupees; null for none. */
export function presentFare(fare: StoredFare | null): Fare | null {
  if (!fare) return null;
  return {
    price: toRupees(fare.price_paise),
    discount_amount: toRupees(fare.discount_paise),
    final_price: toRupees(fare.final_paise),
    platform_fee: toRupees(fare.fee_paise),
    driver_earnings: toRupees(fare.earnings_paise),
    ...(fare.levies && { driver_levies: toRupees(fare.levies.driver_paise) }),
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
