import { GATEWAY_LEAST_PAISE, keptFee, partAfterRefund, proposedRefund, refundOf } from '../bookings/bookings.fare';
import type { BookingDocument, StoredFare } from '../bookings/bookings.model';
import type { BookingChange } from '../bookings/bookings.repository';
import { Conflict, Invalid } from '../core/errors';

/**
 * An admin's decision about a refund. `reference` identifies the transfer; null if nobody transfers the money.
 * `amount_paise` is the amount to refund; null for all that is due.
 */
export interface RefundDecision {
  reference: string | null;
  amount_paise: number | null;
}

/**
 * Returns the changes that settle a refund; null when it is settled in this way already. Throws 400 and 409 as
 * `settleRefund` does.
 */
export function changeOfRefund(
  booking: BookingDocument,
  { reference, amount_paise: amount }: RefundDecision,
  now: Date,
): BookingChange | null {
  if (booking.refund_decided_at || booking.refund_status === 'refunded') {
    if (amount !== null && amount !== refundOf(booking)) throw new Conflict('payments.refund_decided');
    return null;
  }
  if (booking.refund_status === 'claimed') throw new Conflict('payments.not_confirmed');
  if (booking.refund_status === 'review') return decided(booking, { reference, amount }, now);
  if (booking.refund_status !== 'due') throw new Conflict('payments.no_refund_due');
  if (booking.payment_id) throw new Conflict('payments.refund_by_gateway');
  if (amount !== null && amount !== refundOf(booking)) throw new Conflict('payments.refund_all_due');
  checkReference(reference, true);
  return { refund_status: 'refunded', refund_reference: reference };
}

/** Throws 400 if a person transfers the refund and the reference is missing: without it the transfer cannot be found. */
function checkReference(reference: string | null, isTransferred: boolean): void {
  if (isTransferred && reference === null) throw new Invalid('admin.reference_required', undefined, 'reference');
}

function decided(
  booking: BookingDocument,
  { reference, amount }: { reference: string | null; amount: number | null },
  now: Date,
): BookingChange {
  if (amount === null) throw new Conflict('payments.refund_amount_required');
  if (amount > booking.final_price_paise) throw new Conflict('payments.refund_too_much');
  const byGateway = Boolean(booking.payment_id);
  if (byGateway && amount > 0 && amount < GATEWAY_LEAST_PAISE) throw new Conflict('payments.refund_too_small');
  checkReference(reference, !byGateway && amount > 0);
  return {
    refund_status: amount === 0 ? null : byGateway ? 'due' : 'refunded',
    refund_amount_paise: amount,
    refund_reference: reference,
    refund_decided_at: now,
    part: partAfterRefund(booking, amount),
  };
}

/**
 * The rules' proposal for an open refund: the amount to refund, in paise, and the fare that remains; null for a claim
 * that nobody has confirmed.
 */
export function proposalFor(booking: BookingDocument): { refund: number; fare: StoredFare } | null {
  if (booking.refund_status === 'claimed') return null;
  const refund = booking.refund_status === 'review' ? proposedRefund(booking) : refundOf(booking);
  const possible = booking.payment_id && refund < GATEWAY_LEAST_PAISE ? 0 : refund;
  // The fee that is kept for cancelling is not part of the fare.
  return { refund: possible, fare: partAfterRefund(booking, possible + keptFee(booking)) };
}
