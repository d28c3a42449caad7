import type { BookingDocument } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import type { QuoteOnRide } from '../rides/quotes.reconcile';
import type { RideDocument } from '../rides/rides.model';
import { noticesOfBooking, settledIds } from './booking-notices';
import { noticeOfDecision, noticeOfMissingNumber } from './driver-notices';
import { notifications } from './notifications.repository';
import { deliver } from './notifications.service';
import { noticeOfExpiry, noticeOfQuote, noticesOfCounter } from './ride-notices';

/**
 * Writes the notices that a booking requires to the inboxes of both parties. Once the customer has rated (or paid),
 * marks the notice that asked for the rating (or payment) as read. Asks the driver for a missing vehicle number.
 */
export async function notifyOfBooking(booking: BookingDocument): Promise<void> {
  await deliver(noticesOfBooking(booking, clock.now()));
  if (booking.status === 'completed') await readSettled(booking);
  if (booking.status === 'accepted' && !booking.vehicle_number) await askForVehicleNumber(booking.driver_id);
}

/**
 * Writes the notice that asks a driver for the missing vehicle number, when a booking is accepted: then a customer
 * begins to look for the car. The notice is written only once. The profile stores when, because the inbox deletes the
 * notice after 30 days.
 */
async function askForVehicleNumber(driverId: string): Promise<void> {
  const askedAt = await profiles.askForVehicleNumber(driverId, clock.now());
  if (askedAt) await deliver([noticeOfMissingNumber(driverId, askedAt)]);
}

/**
 * Writes the notices of quotes to the inboxes of the customers, and those of counter-offers and their answers to both
 * sides; a changed quote changes the price in its notice.
 */
export async function notifyOfQuotes(batch: readonly QuoteOnRide[]): Promise<void> {
  const now = clock.now();
  await deliver(
    batch.flatMap(({ ride, quote }) => [noticeOfQuote(ride, quote), ...noticesOfCounter(ride, quote, now)]),
  );
  const changed = batch.filter(({ quote }) => quote.version > 1);
  await notifications.renew(changed.map(({ ride, quote }) => noticeOfQuote(ride, quote)));
}

/** Writes the notice that a ride request has ended without a booking to the customer's inbox. */
export async function notifyOfExpiry(ride: RideDocument): Promise<void> {
  await deliver([noticeOfExpiry(ride)]);
}

/** Writes the notice of an admin's decision, or of its undo, to the driver's inbox. */
export async function notifyOfDecision(profile: DriverProfileDocument): Promise<void> {
  const notice = profile.follow_up && noticeOfDecision(profile, profile.follow_up);
  if (!notice) return;
  // The notice of a repeated decision is in the inbox already.
  const kinds = ['verification_approved', 'verification_rejected', 'verification_undone'] as const;
  const before = await notifications.newest(profile.user_id, kinds, profile.submitted_at);
  if (before?.kind === notice.kind && before.params.reason === notice.params.reason) return;
  await deliver([notice]);
}

/** Marks the notices that ask a customer to rate or to pay a ride as read, once the customer has done so. */
async function readSettled(booking: BookingDocument): Promise<void> {
  const [userId, ids] = [booking.customer_id, settledIds(booking)];
  if (ids.length === 0) return;
  if ((await notifications.read(userId, ids, clock.now())) === 0) return;
  domainEvents.emit('notification.read', { userId, ids, unread: await notifications.unread(userId) });
}
