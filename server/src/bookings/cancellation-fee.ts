import { isDead, isTracked } from '@boli/shared/bookings/bookings.state';
import { partOf } from '@boli/shared/core/money';
import { type Drive, isPlausible } from './bookings.drive';
import { GATEWAY_LEAST_PAISE } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { isReceived } from './bookings.payment-claims';
import type { BookingChange } from './bookings.repository';
import type { CancelRule } from './fee-rule.fields';

type Side = 'customer' | 'driver';

/** How a booking ends: the recorded drive (null if none is known) and the time. */
export interface Ending {
  drive: Drive | null;
  now: Date;
}

/**
 * The change by which a side that cancels a booking is charged the fee of the law that applied when the booking was
 * made; empty if that side pays nothing. A started ride costs the same fee as an accepted one, because a driver could
 * otherwise start a ride to avoid the fee. It costs no fee if it has a plausible drive, or if its payment was received:
 * then an admin decides on the driven part.
 */
export function cancellationFee(
  booking: BookingDocument,
  by: Side,
  ending: Ending,
): Pick<BookingChange, 'cancellation_fee'> {
  const { cancel_rule: rule } = booking;
  if (!rule || !isFrom(rule, booking, by) || isDriven(booking, ending)) return {};
  const fee = Math.min(partOf(booking.price_paise, rule.percent), rule.cap_paise);
  const amount_paise = by === 'customer' ? withinPayment(booking, fee) : fee;
  return amount_paise > 0 ? { cancellation_fee: { by, amount_paise } } : {};
}

function isFrom(rule: CancelRule, { status }: BookingDocument, by: Side): boolean {
  const from = by === 'customer' ? rule.customer_from : rule.driver_from;
  return from === 'pending' ? !isDead(status) : from === 'accepted' && isTracked(status);
}

/** Whether a ride that has begun costs no fee, because it was driven, or because an admin decides on its payment. */
function isDriven(booking: BookingDocument, { drive, now }: Ending): boolean {
  if (booking.started_at === null) return false;
  return isPlausible(booking, drive, now) || (booking.final_price_paise > 0 && isReceived(booking));
}

/** A customer's fee is at most what the ride would have cost, and leaves the gateway no amount that it cannot refund. */
function withinPayment({ final_price_paise: final, payment_id }: BookingDocument, fee: number): number {
  const amount = Math.min(fee, final);
  const left = final - amount;
  return payment_id && left > 0 && left < GATEWAY_LEAST_PAISE ? Math.max(0, final - GATEWAY_LEAST_PAISE) : amount;
}

/** Whether the gateway holds the money with which the booking's settlement is paid. */
export function isSettledByGateway(booking: BookingDocument): boolean {
  return booking.payment_id !== null && booking.cancellation_fee?.by !== 'driver';
}
