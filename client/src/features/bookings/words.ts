import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { SHORT_ID_LENGTH } from '@boli/shared/core/constants';
import { t } from '../../core/t';
import type { PaymentWord } from '../../ui/StatusBadge';

/** The side of a booking that the reader is on. */
export type Side = 'customer' | 'driver';

/** 'Booking 7c1f09ab': the first eight characters of the id. */
export function shortId(booking: Pick<Booking, 'id'>): string {
  return t('bookings.short_id', { id: booking.id.slice(0, SHORT_ID_LENGTH) });
}

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

export function paymentText(booking: Booking): string {
  return booking.refund_status
    ? t(`payments.refund.${booking.refund_status}`)
    : t(`payments.status.${booking.payment_status}`);
}
