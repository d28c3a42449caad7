import type { ReviewDecision } from '@boli/shared/payments/payments.schema';
import { refusedFare } from '../bookings/bookings.fare';
import type { BookingDocument } from '../bookings/bookings.model';
import type { BookingChange } from '../bookings/bookings.repository';
import { Conflict } from '../core/errors';

/**
 * What deciding about a ride under review changes; null when it is decided so already. A refused ride takes the gateway's
 * money back to the customer; what both settled among themselves stays with them. Throws 409 as `decideReview` says.
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
