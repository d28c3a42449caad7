import { NOTIFICATION_DAYS } from '@boli/shared/core/constants';
import { bookingFollowers } from '../bookings/bookings.followers';
import type { BookingDocument } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { facts } from '../core/facts';
import { driverFollowers } from '../drivers/drivers.followers';
import { onQuotes } from '../quotes/quotes.followers';
import { invitationId, noticeOfDecision, noticeOfQuote, noticesOf } from './notices';
import './notifications.facts';
import type { NotificationDocument } from './notifications.model';
import { notifications } from './notifications.repository';

const KEPT_MS = NOTIFICATION_DAYS * 86_400_000;

bookingFollowers.on('inbox', async (booking) => {
  await deliver(noticesOf(booking, clock.now()));
  if (booking.rating !== null) await readInvitation(booking);
});
onQuotes(async (batch) => deliver(batch.map(({ ride, quote }) => noticeOfQuote(ride, quote))));
driverFollowers.on('inbox', async (profile) => {
  const notice = profile.follow_up && noticeOfDecision(profile, profile.follow_up);
  if (!notice) return;
  // An admin who decides the same again has told the driver already.
  const kinds = ['verification_approved', 'verification_rejected'] as const;
  const before = await notifications.newest(profile.user_id, kinds, profile.submitted_at);
  if (before?.kind === notice.kind && before.params.reason === notice.params.reason) return;
  await deliver([notice]);
});

/** Who has rated a ride does not go on being invited to. */
async function readInvitation({ _id, customer_id: userId }: BookingDocument): Promise<void> {
  const ids = [invitationId(_id, userId)];
  if ((await notifications.read(userId, ids, clock.now())) === 0) return;
  facts.tell('notification.read', { userId, ids, unread: await notifications.unread(userId) });
}

/** Puts into the inboxes what they do not have yet, and tells of it. Repeating it, or doing it twice at once, changes nothing. */
export async function deliver(notices: readonly NotificationDocument[]): Promise<void> {
  // What the inbox has already dropped does not come back with a late change of an old booking.
  const oldest = clock.millis() - KEPT_MS;
  const due = notices.filter((notice) => notice.created_at.getTime() > oldest);
  if (due.length === 0) return;
  for (const notification of await notifications.insertNew(due)) facts.tell('notification.created', { notification });
}
