import { directUpiMethods } from '@boli/shared/bookings/bookings.schema';
import { isDead, type Party } from '@boli/shared/bookings/bookings.state';
import type { Actor } from '../core/actor';
import { Conflict } from '../core/errors';
import { keptFee } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';

/**
 * The party that claims that a payment outside the gateway was made; null if no party claims it. A payment stored
 * before claims existed counts as claimed by the party that marked it.
 */
export function paymentClaimOf(booking: BookingDocument): Party | null {
  if (booking.payment_claimed_by) return booking.payment_claimed_by;
  if (booking.payment_status !== 'completed' || booking.payment_id || booking.final_price_paise === 0) return null;
  if (booking.payment_marked_by === booking.customer_id) return 'customer';
  return booking.payment_marked_by === booking.driver_id ? 'driver' : 'system';
}

/**
 * Whether the gateway, the other side or an admin has confirmed the payment; payouts require it. A total of zero, and a
 * payment that was completed before claims existed, count as confirmed.
 */
export function isConfirmed(booking: BookingDocument): boolean {
  if (booking.payment_status !== 'completed') return false;
  if (booking.payment_id || booking.final_price_paise === 0) return true;
  return Boolean(booking.payment_confirmed_at) || !booking.payment_claimed_by;
}

/** Whether the payment is confirmed, or the driver claims to have received it. A refund is owed only then. */
export function isReceived(booking: BookingDocument): boolean {
  return isConfirmed(booking) || (booking.payment_status === 'completed' && booking.payment_claimed_by === 'driver');
}

/**
 * Whether a customer's fee for cancelling is kept from a payment that was received, so that the customer owes nothing. A
 * payment that only the customer claims pays no fee before it is confirmed.
 */
export function isFeeKept(booking: BookingDocument): boolean {
  return keptFee(booking) > 0 && isReceived(booking);
}

/** Whether a customer's fee for cancelling may have been paid: only the customer claims to have paid for the ride. */
export function isFeeClaimed(booking: BookingDocument): boolean {
  return keptFee(booking) > 0 && booking.payment_status === 'completed' && !isReceived(booking);
}

/**
 * The refund for a booking that ends without a completed ride. A payment that only the customer claims is not refunded
 * before it is confirmed; for a ride that was in progress an admin decides the amount, unless it has a fee. The
 * customer's fee for cancelling is kept from the refund. If the fee is the whole payment, nothing is refunded, but a
 * claim still waits for its confirmation, because the claim decides whether the fee is paid.
 */
export function refundOnEnd(booking: BookingDocument): BookingChange {
  const isPaid = booking.payment_status === 'completed' && booking.final_price_paise > 0;
  // An admin's decision to refund nothing is final, even if the payment is confirmed afterwards.
  if (booking.refund_decided_at) return {};
  if (!isPaid || (booking.refund_status !== null && booking.refund_status !== 'claimed')) return {};
  const kept = keptFee(booking);
  if (kept === booking.final_price_paise) return { refund_status: isReceived(booking) ? null : 'claimed' };
  const rest = kept > 0 ? { refund_amount_paise: booking.final_price_paise - kept } : {};
  if (!isReceived(booking)) return { refund_status: 'claimed', ...rest };
  return { refund_status: booking.started_at && !booking.cancellation_fee ? 'review' : 'due', ...rest };
}

/** The fields of this party's claim that a payment outside the gateway was made. */
export function paymentClaim(by: Party, personId: string | null, now: Date): BookingChange {
  return { payment_claimed_by: by, payment_claimed_at: now, payment_marked_by: personId };
}

/** Clears the claim, because the payment is made in another way. */
export const noPaymentClaim = {
  payment_claimed_by: null,
  payment_claimed_at: null,
  payment_marked_by: null,
} as const satisfies BookingChange;

/** Cancels the booking's open gateway order, which nobody should pay any more; changes nothing if no order is open. */
function withoutOrder({ order }: BookingDocument): BookingChange {
  return order?.state === 'open' ? { order: { ...order, state: 'cancelled' } } : {};
}

/**
 * The changes that mark a direct UPI payment as made; null when it is already marked. Throws 409 for other methods, and
 * for a rejected or cancelled booking.
 */
export function changeOfMark(booking: BookingDocument, by: Mark, now: Date): BookingChange | null {
  checkPayable(booking);
  if (!directUpiMethods.some((method) => method === booking.payment_method)) {
    throw new Conflict('bookings.payment_mark_method');
  }
  if (booking.payment_status === 'completed') return null;
  return {
    payment_status: 'completed',
    payment_completed_at: now,
    ...paymentClaim(by.party, by.id, now),
    ...withoutOrder(booking),
  };
}

/** The side that marks a payment, and the id of the person. */
export interface Mark {
  party: 'customer' | 'driver';
  id: string;
}

/** Throws 409 for a rejected or cancelled booking, whose payment does not change any more. */
export function checkPayable(booking: BookingDocument): void {
  if (isDead(booking.status)) throw new Conflict('bookings.payment_not_now', { status: booking.status });
}

/**
 * The changes that confirm a claimed payment; null when it is already confirmed. Cash is confirmed by the driver, who
 * has received it, or by an admin. Any other claim is confirmed by the other side or an admin. If the booking has been
 * rejected or cancelled meanwhile, the change includes its refund. Throws 409 when nothing is claimed, for a person who
 * may not confirm this claim, and for a payment through the gateway.
 */
export function changeOfConfirm(
  booking: BookingDocument,
  who: Pick<Actor, 'id' | 'role'>,
  now: Date,
): BookingChange | null {
  if (booking.payment_id) throw new Conflict('payments.confirmed_by_gateway');
  const claimed = paymentClaimOf(booking);
  if (!claimed) throw new Conflict('payments.nothing_to_confirm');
  if (booking.payment_confirmed_at) return null;
  if (who.role === claimed || (claimed === 'system' && who.role === 'customer')) {
    throw new Conflict('payments.confirm_other_side');
  }
  const change: BookingChange = {
    payment_claimed_by: claimed,
    payment_confirmed_by: who.role,
    payment_confirmed_at: now,
    payment_confirmer_id: who.id,
    ...(booking.payment_status === 'pending' && { payment_status: 'completed', payment_completed_at: now }),
    ...withoutOrder(booking),
  };
  return { ...change, ...(isDead(booking.status) && refundOnEnd({ ...booking, ...change })) };
}

/**
 * The changes by which an admin refuses the payment that the customer of a rejected or cancelled booking claims: the
 * payment is pending again, no refund is due, and a fee for cancelling is owed. Null when the claim is refused already. A
 * driver cannot refuse a claim, because the driver would owe the refund that the refusal prevents. Throws 409 when no
 * claim of the customer is open, and before the booking has ended.
 */
export function changeOfRefusal(booking: BookingDocument, admin: Pick<Actor, 'id'>, now: Date): BookingChange | null {
  if (booking.refused_claim) return null;
  if (booking.payment_claimed_by !== 'customer' || booking.payment_confirmed_at) {
    throw new Conflict('payments.nothing_to_refuse');
  }
  if (!isDead(booking.status)) throw new Conflict('payments.refuse_not_ended');
  return {
    ...noPaymentClaim,
    payment_status: 'pending',
    payment_completed_at: null,
    refund_status: null,
    refund_amount_paise: null,
    refused_claim: {
      claimed_at: booking.payment_claimed_at ?? null,
      paid_at: booking.payment_completed_at,
      refused_at: now,
      refused_by: admin.id,
    },
  };
}
