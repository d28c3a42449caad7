import type { ReviewDecision } from '@boli/shared/payments/payments.schema';
import { refusedFare } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import type { BookingChange } from '../bookings/bookings.repository';
import { Conflict } from '../core/errors';

/**
 * Returns the changes that decide a review; null when it is decided in this way already. For a refused ride the
 * gateway's payment is refunded to the customer; payments between customer and driver are not touched. Throws 409 as
 * `decideReview` does.
 */
export function changeOfReview(
  booking: BookingDocument,
  { decision, note }: ReviewDecision,
  now: Date,
): BookingChange | null {
  if (booking.review_status === decision) return null;
  if (!booking.review_status) throw new Conflict('reviews.none');
  if (booking.review_status !== 'pending') throw new Conflict('reviews.decided');
  const goesBack = decision === 'refused' && booking.payment_id !== null;
  return {
    review_status: decision,
    review_note: note,
    reviewed_at: now,
    ...(goesBack && { refund_status: 'due', refund_amount_paise: booking.final_price_paise, part: refusedFare() }),
  };
}
