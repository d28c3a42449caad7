import { isDead } from '@boli/shared/bookings/bookings.state';
import { partOf } from '@boli/shared/core/money';
import { GATEWAY_LEAST_PAISE } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';
import type { CancelRule } from './fee-rule.fields';

type Side = 'customer' | 'driver';

/**
 * The change by which a side that cancels a booking is charged the fee of the law that applied when the booking was
 * made; empty if that side pays nothing. A ride that has begun has no such fee: an admin decides on its driven part.
 */
export function cancellationFee(booking: BookingDocument, by: Side): Pick<BookingChange, 'cancellation_fee'> {
  const { cancel_rule: rule, started_at } = booking;
  if (!rule || started_at !== null || !isFrom(rule, booking, by)) return {};
  const fee = Math.min(partOf(booking.price_paise, rule.percent), rule.cap_paise);
  const amount_paise = by === 'customer' ? withinPayment(booking, fee) : fee;
  return amount_paise > 0 ? { cancellation_fee: { by, amount_paise } } : {};
}

function isFrom(rule: CancelRule, { status }: BookingDocument, by: Side): boolean {
  const from = by === 'customer' ? rule.customer_from : rule.driver_from;
  return from === 'pending' ? !isDead(status) : from === 'accepted' && status === 'accepted';
}

/** A customer's fee is at most what the ride would have cost, and leaves the gateway no amount that it cannot refund. */
function withinPayment({ final_price_paise: final, payment_id }: BookingDocument, fee: number): number {
  const amount = Math.min(fee, final);
  const left = final - amount;
  return payment_id && left > 0 && left < GATEWAY_LEAST_PAISE ? Math.max(0, final - GATEWAY_LEAST_PAISE) : amount;
}

/** The part of a customer's payment that is kept as the fee when the rest is refunded, in paise. */
export function keptFee({ cancellation_fee: fee }: Pick<BookingDocument, 'cancellation_fee'>): number {
  return fee?.by === 'customer' ? fee.amount_paise : 0;
}

/** Whether the gateway holds the money with which the booking's settlement is paid. */
export function isSettledByGateway(booking: BookingDocument): boolean {
  return booking.payment_id !== null && booking.cancellation_fee?.by !== 'driver';
}
