import type { PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import type { ReportChange } from '../admin-log/admin-log.service';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { changeLogged } from './bookings.logged';
import type { BookingDocument } from './bookings.model';
import { changeOfConfirm, changeOfMark, changeOfRefusal } from './bookings.payment-claims';
import { changeOfMethod, partyOf } from './bookings.policy';
import { changeBooking } from './bookings.steps';

/**
 * Changes the payment method for the customer while the payment is pending. Throws 404 for somebody else's booking, 409
 * when the method may not be changed.
 */
export async function setMethod(actor: Actor, id: string, method: PaymentMethod): Promise<BookingDocument> {
  return changeBooking(id, (booking) => {
    partyOf(actor, booking);
    return changeOfMethod(booking, method, clock.now());
  });
}

/**
 * Records either party's claim that a direct UPI payment was made, with the person and the time. Throws 404 for
 * somebody else's booking, 409 for another payment method and for a rejected or cancelled booking.
 */
export async function markPaid(actor: Actor, id: string): Promise<BookingDocument> {
  return changeBooking(id, (booking) => {
    return changeOfMark(booking, { party: partyOf(actor, booking), id: actor.id }, clock.now());
  });
}

/**
 * Confirms a claimed payment for the caller's side; repeating it changes nothing. Throws 404 for somebody else's
 * booking, 409 when this side may not confirm the payment.
 */
export async function confirmPayment(actor: Actor, id: string): Promise<BookingDocument> {
  return changeBooking(id, (booking) => {
    partyOf(actor, booking);
    return changeOfConfirm(booking, actor, clock.now());
  });
}

/**
 * Confirms a claimed payment for an admin, recorded in the admin log; repeating it changes nothing. Throws 404 for an
 * unknown booking, 409 when nothing is claimed and for a payment through the gateway.
 */
export async function confirmAsAdmin(admin: Actor, id: string, changed: ReportChange): Promise<BookingDocument> {
  return changeLogged(id, changed, (booking) => changeOfConfirm(booking, admin, clock.now()));
}

/**
 * Refuses the payment that the customer of an ended booking claims, recorded in the admin log; repeating it changes
 * nothing. Throws 404 for an unknown booking, 409 when no such claim is open, and before the booking has ended.
 */
export async function refuseClaim(admin: Actor, id: string, changed: ReportChange): Promise<BookingDocument> {
  return changeLogged(id, changed, (booking) => changeOfRefusal(booking, admin, clock.now()));
}
