import type { ReviewDecision } from '@boli/shared/payments/payments.schema';
import type { ReportChange } from '../admin-log/admin-log.service';
import { changeLogged } from '../bookings/bookings.logged';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import type { Slice, Sliced } from '../core/slice.repository';
import { changeOfReview } from './reviews.policy';

/** Rides whose payout and promo credit wait for a decision, newest first. */
export async function listReviews(slice: Slice): Promise<Sliced<BookingDocument>> {
  return bookings.inReview(slice);
}

/**
 * Decides about a ride under review for an admin; repeating the decision changes nothing. Throws 404 for an unknown
 * booking, 409 when no decision is pending or the other decision was made.
 */
export async function decideReview(
  bookingId: string,
  decision: ReviewDecision,
  changed: ReportChange,
): Promise<BookingDocument> {
  return changeLogged(bookingId, changed, (booking) => changeOfReview(booking, decision, clock.now()));
}
