import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { AppError, NotFound } from '../core/errors';
import type { DomainEvents } from '../domain-events';
import type { BookingDocument } from './bookings.model';
import { changeOfArrival, partyOf } from './bookings.policy';
import { bookings } from './bookings.repository';
import { changeBooking } from './bookings.steps';

/**
 * Marks that the driver of an accepted booking is at the pickup. A repeat returns the booking, also after the start or
 * the end. Throws 404 for somebody else's booking, 409 for a booking that is not accepted, and for a scheduled ride more
 * than half an hour before its time.
 */
export async function arrive(actor: Actor, id: string): Promise<BookingDocument> {
  const read = await bookings.byId(id);
  if (!read) throw new NotFound();
  partyOf(actor, read);
  return stampArrival(id, read);
}

/** Bookings whose arrival is being written, so that the positions of the next seconds do not write it again. */
const stamping = new Set<string>();

/** Marks the arrival by a live position. If the booking was cancelled or started meanwhile, nothing changes. */
export async function arriveByPosition({ bookingId }: DomainEvents['driver.arrived']): Promise<void> {
  if (stamping.has(bookingId)) return;
  stamping.add(bookingId);
  try {
    await stampArrival(bookingId);
  } catch (error) {
    if (!(error instanceof AppError && error.status < 500)) throw error;
  } finally {
    stamping.delete(bookingId);
  }
}

function stampArrival(id: string, read?: BookingDocument): Promise<BookingDocument> {
  return changeBooking(id, (booking) => changeOfArrival(booking, clock.now()), read);
}
