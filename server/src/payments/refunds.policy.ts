import { fareAfterRefund, proposedRefund, refundOf } from '../bookings/bookings.fare';
import type { BookingDocument, StoredFare } from '../bookings/bookings.model';
import { GATEWAY_LEAST_PAISE } from '../bookings/bookings.policy';
import type { BookingChange } from '../bookings/bookings.repository';
import { Conflict } from '../core/errors';

/** What an admin says of a refund: what it refers to, and how much goes back (paise); null where all of it is due. */
export interface RefundDecision {
  reference: string;
  amount_paise: number | null;
}

/** What settling a refund changes; null when it is settled so already. Throws 409 as `settleRefund` says. */
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
  if (amount !== null && amount !== booking.final_price_paise) throw new Conflict('payments.refund_all_due');
  return { refund_status: 'refunded', refund_reference: reference };
}

function decided(
  booking: BookingDocument,
  { reference, amount }: { reference: string; amount: number | null },
  now: Date,
): BookingChange {
  if (amount === null) throw new Conflict('payments.refund_amount_required');
  if (amount > booking.final_price_paise) throw new Conflict('payments.refund_too_much');
  const byGateway = Boolean(booking.payment_id);
  if (byGateway && amount > 0 && amount < GATEWAY_LEAST_PAISE) throw new Conflict('payments.refund_too_small');
  return {
    refund_status: amount === 0 ? null : byGateway ? 'due' : 'refunded',
    refund_amount_paise: amount,
    refund_reference: reference,
    refund_decided_at: now,
    part: fareAfterRefund(booking, amount),
  };
}

/** What the rules propose for a refund that is open: what goes back, and what the driver earns of what stays; in paise. */
export function proposalFor(booking: BookingDocument): { refund: number; fare: StoredFare } | null {
  if (booking.refund_status === 'claimed') return null;
  const refund = booking.refund_status === 'review' ? proposedRefund(booking) : booking.final_price_paise;
  const possible = booking.payment_id && refund < GATEWAY_LEAST_PAISE ? 0 : refund;
  return { refund: possible, fare: fareAfterRefund(booking, possible) };
}
