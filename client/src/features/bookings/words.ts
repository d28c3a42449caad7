import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { t } from '../../core/t';
import type { PaymentWord } from '../../ui/StatusBadge';

/** The side of a booking that the reader is on. */
export type Side = 'customer' | 'driver';

/** The name of the other party. */
export function otherName(booking: Booking, side: Side): string {
  return side === 'driver' ? booking.customer_name : booking.driver_name;
}

/** The other party's number, where the server gives it (from `accepted` on). */
export function otherPhone(booking: Booking, side: Side): string | null {
  return side === 'driver' ? booking.customer_phone : booking.driver_phone;
}

/** What became of the payment: given back, or to be, before paid or pending. */
export function paymentWord(booking: Booking): PaymentWord {
  return booking.refund_status ?? booking.payment_status;
}

/** The same in words. */
export function paymentText(booking: Booking): string {
  return booking.refund_status
    ? t(`payments.refund.${booking.refund_status}`)
    : t(`payments.status.${booking.payment_status}`);
}
