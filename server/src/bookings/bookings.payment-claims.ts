import { directUpiMethods } from '@boli/shared/bookings/bookings.schema';
import { isDead, type Party } from '@boli/shared/bookings/bookings.state';
import type { Actor } from '../core/actor';
import { Conflict } from '../core/errors';
import type { BookingDocument } from './bookings.model';
import type { BookingChange } from './bookings.repository';

/**
 * Who says that a payment past the gateway was made, while the gateway does not know; null where nobody does. Bookings
 * stored before claims were kept count as claimed by whoever marked them.
 */
export function paymentClaimOf(booking: BookingDocument): Party | null {
  if (booking.payment_claimed_by) return booking.payment_claimed_by;
  if (booking.payment_status !== 'completed' || booking.payment_id || booking.final_price_paise === 0) return null;
  if (booking.payment_marked_by === booking.customer_id) return 'customer';
  return booking.payment_marked_by === booking.driver_id ? 'driver' : 'system';
}

/**
 * A payment that the gateway, the other side or an admin vouches for: what the platform pays out asks for it. A payment
 * that was completed before claims were kept counts as confirmed.
 */
export function isConfirmed(booking: BookingDocument): boolean {
  if (booking.payment_status !== 'completed') return false;
  if (booking.payment_id || booking.final_price_paise === 0) return true;
  return Boolean(booking.payment_confirmed_at) || !booking.payment_claimed_by;
}

/** The driver has said, or it is confirmed, that it has the money: what it can be asked to pay back. */
function isReceived(booking: BookingDocument): boolean {
  return isConfirmed(booking) || (booking.payment_status === 'completed' && booking.payment_claimed_by === 'driver');
}

/**
 * What a booking that ends without its ride owes the customer. A payment that only the customer claims is owed nothing
 * before it is confirmed; of a ride that was under way an admin decides how much goes back.
 */
export function refundOnEnd(booking: BookingDocument): BookingChange {
  const isPaid = booking.payment_status === 'completed' && booking.final_price_paise > 0;
  // An admin who lets nothing go back has decided as well, whoever confirms the payment afterwards.
  if (booking.refund_decided_at) return {};
  if (!isPaid || (booking.refund_status !== null && booking.refund_status !== 'claimed')) return {};
  if (!isReceived(booking)) return { refund_status: 'claimed' };
  return { refund_status: booking.started_at ? 'review' : 'due' };
}

/** The claim that a payment past the gateway was made, by this side. */
export function paymentClaim(by: Party, personId: string | null, now: Date): BookingChange {
  return { payment_claimed_by: by, payment_claimed_at: now, payment_marked_by: personId };
}

/** No claim any more: the payment goes another way. */
export const noPaymentClaim = {
  payment_claimed_by: null,
  payment_claimed_at: null,
  payment_marked_by: null,
} as const satisfies BookingChange;

/** The payment of this booking's order is not wanted any more; nothing where there is none. */
function withoutOrder({ order }: BookingDocument): BookingChange {
  return order?.state === 'open' ? { order: { ...order, state: 'cancelled' } } : {};
}

/**
 * What marking a direct UPI payment as arrived changes; null when it is marked already. Throws 409 for other methods.
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

/** Who marks a payment. */
export interface Mark {
  party: 'customer' | 'driver';
  id: string;
}

/** A rejected or cancelled booking is final: its payment is not touched. */
export function checkPayable(booking: BookingDocument): void {
  if (isDead(booking.status)) throw new Conflict('bookings.payment_not_now', { status: booking.status });
}

/**
 * What confirming a claimed payment changes; null when it is confirmed already. Cash is confirmed by the driver, who
 * has it, or by an admin; every other claim by the other side or an admin. A ride that was called off meanwhile owes
 * its refund from now on. Throws 409 when nothing is claimed, for the side that claims it, and for a payment of the
 * gateway.
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
