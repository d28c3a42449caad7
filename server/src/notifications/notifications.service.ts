import { NOTIFICATION_DAYS, PAYMENT_DUE_MINUTES, REMINDER_LEAD_MINUTES } from '@boli/shared/core/constants';
import { bookings } from '../bookings/bookings.repository';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import type { Slice } from '../core/slice.repository';
import { type DomainEvents, domainEvents } from '../domain-events';
import { noticeOfApproach, noticeOfPaymentDue, remindersOf } from './booking-notices';
import type { NotificationDocument } from './notifications.model';
import { isAwaited } from './notifications.policy';
import { notifications } from './notifications.repository';

/** Rows, newest first, and how many of the whole inbox are unread. */
export interface Page {
  rows: NotificationDocument[];
  unread: number;
}

const MINUTE_MS = 60_000;
/**
 * A payment reminder that is late, for example because the server was down, is sent at most this long (ms) after the
 * completion of the ride. The app shows the unpaid ride in any case.
 */
const PAYMENT_DUE_UNTIL_MS = 60 * MINUTE_MS;
const KEPT_MS = NOTIFICATION_DAYS * 86_400_000;
const FIRST_PAGE = { limit: 100 } as const;

/** A page of the caller's inbox, newest first, with the count of unread rows. */
export async function inbox(actor: Actor, slice: Slice): Promise<Page> {
  const [rows, unread] = await Promise.all([notifications.of(actor.id, slice), notifications.unread(actor.id)]);
  return { rows, unread };
}

/** Marks rows of the caller as read, all of them if `ids` is null; ids of other people's rows change nothing. */
export async function read(actor: Actor, ids: readonly string[] | null): Promise<Page> {
  await notifications.read(actor.id, ids, clock.now());
  const page = await inbox(actor, FIRST_PAGE);
  domainEvents.emit('notification.read', { userId: actor.id, ids, unread: page.unread });
  return page;
}

/** Adds the missing notices to the inboxes, and emits each new row. Repeated or concurrent calls change nothing. */
export async function deliver(notices: readonly NotificationDocument[]): Promise<void> {
  // A row that the inbox has already deleted must not return with a late change of an old booking.
  const oldest = clock.millis() - KEPT_MS;
  const due = notices.filter((notice) => notice.created_at.getTime() > oldest);
  if (due.length === 0) return;
  for (const notification of await notifications.insertNew(due))
    domainEvents.emit('notification.created', { notification });
}

/**
 * Reminds both parties once of each accepted ride that is scheduled for the next 30 minutes, although this function
 * runs often and in several processes.
 */
export async function remindOfRides(): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + REMINDER_LEAD_MINUTES * MINUTE_MS);
  for await (const batch of bookings.plannedUntil(now, until)) {
    const due = batch.flatMap((booking) =>
      booking.scheduled_time ? remindersOf(booking, booking.scheduled_time, now) : [],
    );
    // This function runs every few seconds, and reading the existing rows costs a fraction of writing them again.
    await deliver(await notifications.missing(due));
  }
}

/** Reminds each customer once of a completed ride that is not paid some minutes later, and whose payment nobody claims. */
export async function remindOfPayments(): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - PAYMENT_DUE_UNTIL_MS);
  const until = new Date(now.getTime() - PAYMENT_DUE_MINUTES * MINUTE_MS);
  for await (const batch of bookings.unpaid({ since, until }))
    await deliver(await notifications.missing(batch.map((booking) => noticeOfPaymentDue(booking, now))));
}

/**
 * Notifies the customer once that the driver is about to arrive, if the booking is accepted and the driver has not
 * arrived yet; for a scheduled ride only shortly before its time.
 */
export async function notifyOfApproach({ bookingId, eta }: DomainEvents['driver.approached']): Promise<void> {
  const booking = await bookings.byId(bookingId);
  const now = clock.now();
  if (booking && isAwaited(booking, now)) await deliver([noticeOfApproach(booking, eta, now)]);
}
