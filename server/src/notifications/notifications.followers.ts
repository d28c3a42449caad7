import { bookingFollowers } from '../bookings/bookings.followers';
import type { BookingDocument } from '../bookings/bookings.model';
import { clock } from '../core/clock';
import { facts } from '../core/facts';
import { driverFollowers } from '../drivers/drivers.followers';
import { onQuotes } from '../quotes/quotes.followers';
import { invitationId, noticeOfDecision, noticeOfQuote, noticesOf } from './notices';
import './notifications.facts';
import { notifications } from './notifications.repository';
import { deliver } from './notifications.service';

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
