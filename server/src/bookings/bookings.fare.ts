import { isDead } from '@boli/shared/bookings/bookings.state';
import { fareAfterRefund, toPaise } from '@boli/shared/core/money';
import { settings } from '../settings';
import type { BookingDocument, StoredFare } from './bookings.model';

/** A fare for which nothing is charged. */
const nothing: StoredFare = { price_paise: 0, discount_paise: 0, final_paise: 0, fee_paise: 0, earnings_paise: 0 };

/** The whole fare of a booking, as it was booked. */
export function wholeFare(booking: BookingDocument): StoredFare {
  return {
    price_paise: booking.price_paise,
    discount_paise: booking.discount_paise,
    final_paise: booking.final_price_paise,
    fee_paise: booking.platform_fee_paise,
    earnings_paise: booking.driver_earnings_paise,
  };
}

/** What is charged for a booking: the fare of a completed ride, or what an admin left of it; null while nothing is. */
export function chargedFare(booking: BookingDocument): StoredFare | null {
  if (booking.part) return booking.part;
  return booking.status === 'completed' ? wholeFare(booking) : null;
}

/**
 * A review refused the ride: the platform does not bear its discount. Where nothing is charged there is none to bear.
 */
export function isCreditRefused(booking: BookingDocument): boolean {
  return booking.review_status === 'refused' && !booking.part;
}

/**
 * How the fare of a booking is shared, as far as it is the driver's; null where nothing is: of a ride that was called
 * off, and of a refused one whose payment goes back. A refused ride that was paid to the driver brings no promo credit.
 */
export function driverFare(booking: BookingDocument): StoredFare | null {
  if (booking.part) return booking.status === 'cancelled' ? booking.part : null;
  if (isDead(booking.status)) return null;
  const whole = wholeFare(booking);
  if (!isCreditRefused(booking)) return whole;
  const { final_paise, fee_paise } = whole;
  return {
    price_paise: final_paise,
    discount_paise: 0,
    final_paise,
    fee_paise,
    earnings_paise: final_paise - fee_paise,
  };
}

/** What of a booking is its driver's, in paise; null where nothing is charged for it. */
export function earnedOf(booking: BookingDocument): number | null {
  return chargedFare(booking) && (driverFare(booking)?.earnings_paise ?? 0);
}

/**
 * Whether a booking uses its promo code: while it lives or was ridden; of a ride that was cancelled under way, when the
 * part that is charged has a discount, and until that is decided.
 */
export function usesPromo(booking: BookingDocument): boolean {
  if (booking.promo_code === null) return false;
  if (!isDead(booking.status)) return true;
  if (booking.refund_status === 'review') return true;
  if (booking.refund_status === 'claimed') return booking.started_at !== null;
  return (booking.part?.discount_paise ?? 0) > 0;
}

/** What a refund pays back: what was decided, else all that the customer paid; in paise. */
export function refundOf(booking: BookingDocument): number {
  return booking.refund_amount_paise ?? booking.final_price_paise;
}

/** What is left of a booking's fare after `refundPaise` went back to the customer. */
export function partAfterRefund(booking: BookingDocument, refundPaise: number): StoredFare {
  const whole = { price: booking.price_paise, final: booking.final_price_paise };
  const left = fareAfterRefund(whole, refundPaise);
  return {
    price_paise: left.price,
    discount_paise: left.discount,
    final_paise: left.final,
    fee_paise: left.fee,
    earnings_paise: left.earnings,
  };
}

/**
 * What the rules propose to pay back of a ride that was cancelled under way, in paise: the price of the driven share of
 * the planned distance stays, at least `CANCELLED_RIDE_MIN_FARE`, at most the whole price.
 */
export function proposedRefund(booking: BookingDocument): number {
  const { price_paise: price, final_price_paise: final, driven_m: metres, distance_km: planned } = booking;
  if (price === 0) return final;
  const share = planned > 0 ? Math.min((metres ?? 0) / (planned * 1_000), 1) : 1;
  const stays = Math.min(Math.max(Math.round(price * share), toPaise(settings().CANCELLED_RIDE_MIN_FARE)), price);
  return final - Math.round((final * stays) / price);
}

/** Nothing is charged for a ride that the review refused and whose fare goes back. */
export function refusedFare(): StoredFare {
  return { ...nothing };
}
