import type { LogValues } from '@boli/shared/admin-log/admin-log.schema';
import { toRupees } from '@boli/shared/core/money';
import type { ReportChange } from '../admin-log/admin-log.service';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';
import { changeBooking } from './bookings.steps';

/**
 * Changes a booking as `changeBooking` does, with the same errors, and reports the change to the admin log.
 */
export async function changeLogged(
  id: string,
  changed: ReportChange,
  decide: (booking: BookingDocument) => BookingChange | null,
): Promise<BookingDocument> {
  const seen: { before: BookingDocument | null } = { before: null };
  const after = await changeBooking(id, (booking) => {
    const change = decide(booking);
    seen.before = change && booking;
    return change;
  });
  if (seen.before) changed(loggedBooking(seen.before), loggedBooking(after));
  return after;
}

/** The fields of a booking that the admin log keeps: both parties and the state of its payment, in rupees. */
export function loggedBooking(booking: BookingDocument): LogValues {
  const refund = booking.refund_amount_paise;
  return {
    customer_name: booking.customer_name,
    driver_name: booking.driver_name,
    final_price: toRupees(booking.final_price_paise),
    payment_status: booking.payment_status,
    payment_confirmed_at: booking.payment_confirmed_at?.toISOString() ?? null,
    refund_status: booking.refund_status,
    refund_amount: typeof refund === 'number' ? toRupees(refund) : null,
    refund_reference: booking.refund_reference,
    review_status: booking.review_status ?? null,
    review_note: booking.review_note ?? null,
  };
}
