import type { PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import type { BookingDocument } from './bookings.model';
import { changeOfMark, changeOfMethod, partyOf } from './bookings.policy';
import { changeBooking } from './bookings.steps';

/** The customer chooses another payment method while the payment is pending. Throws 404, 409. */
export async function setMethod(actor: Actor, id: string, method: PaymentMethod): Promise<BookingDocument> {
  return changeBooking(id, (booking) => {
    partyOf(actor, booking);
    return changeOfMethod(booking, method, clock.now());
  });
}

/** Either party says that a direct UPI payment has arrived; who and when is kept. Throws 404, 409. */
export async function markPaid(actor: Actor, id: string): Promise<BookingDocument> {
  return changeBooking(id, (booking) => {
    partyOf(actor, booking);
    return changeOfMark(booking, actor.id, clock.now());
  });
}
