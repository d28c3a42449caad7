import { toRupees } from '@boli/shared/core/money';
import type { Refund, Review } from '@boli/shared/payments/payments.schema';
import type { BookingDocument } from '../bookings/bookings.model';
import { type BookingContext, presentBooking } from '../bookings/bookings.presenter';
import type { Reader } from '../core/language';
import { proposalFor } from './refunds.policy';

/** Presents a refund that waits for an admin, with the rules' proposal. */
export function presentRefund(booking: BookingDocument, admin: Reader, context: BookingContext): Refund {
  const proposal = proposalFor(booking);
  return {
    ...presentBooking(booking, admin, context),
    ...presentDrive(booking),
    proposed_refund: proposal && toRupees(proposal.refund),
    proposed_earnings: proposal && toRupees(proposal.fare.earnings_paise),
  };
}

/** Presents a ride under review. */
export function presentReview(booking: BookingDocument, admin: Reader, context: BookingContext): Review {
  return { ...presentBooking(booking, admin, context), ...presentDrive(booking) };
}

/** Presents the distance and duration of the ride, by the recorded trail and the clock. */
function presentDrive({ driven_m: metres = null, started_at: from, completed_at, cancelled_at }: BookingDocument) {
  const to = completed_at ?? cancelled_at;
  return {
    driven_km: metres === null ? null : metres / 1_000,
    driven_seconds: from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000)) : null,
  };
}
