import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';
import { clearAllDrafts } from '../core/draft';
import { checkSession, onSignOut, useSession } from '../core/session';
import { getSocket } from '../core/socket';
import { t } from '../core/t';
import { toast } from '../core/toast';
import { noteAdminChange, takeStats } from '../features/admin/admin.store';
import { noteBooking, notePosition, noteRide, takeLiveUpdate } from '../features/admin/live/live.store';
import { upsertBooking } from '../features/bookings/bookings.store';
import { onPosition } from '../features/bookings/positions';
import { onDriverUpdated, upsertEarnings } from '../features/drivers/drivers.store';
import { takeNotification, takeRead } from '../features/notifications/notifications.store';
import { closeOpenRide, upsertMyQuote, upsertOpenRide } from '../features/rides/open-rides.store';
import { upsertQuote } from '../features/rides/quotes/quotes.store';
import { upsertRide } from '../features/rides/rides.store';
import { takeDriverStatus } from './drivers-watch';

/** A password change on this very device ends the old sessions too: its new token has this long to arrive. */
const NEW_TOKEN_MS = 1_500;

/** What no screen says by itself when it happens; changes of a booking already have their word. */
const spoken = new Set<NotificationKind>([
  'booking_requested',
  'ride_reminder',
  'verification_approved',
  'verification_rejected',
]);

const roleNow = () => useSession.getState().user?.role;
const isMe = (id: string) => useSession.getState().user?.id === id;

/** The one place that binds what the server tells to the stores. To be called once. */
export function bindRealtime(): void {
  const socket = getSocket();
  const onRide = ({ ride_request }: { ride_request: Parameters<typeof upsertRide>[0] }) => {
    if (roleNow() === 'driver') upsertOpenRide(ride_request);
    else if (roleNow() === 'admin') noteRide(ride_request);
    else upsertRide(ride_request);
  };
  const onQuote = ({ quote }: { quote: Parameters<typeof upsertQuote>[0] }) => {
    if (roleNow() === 'driver') upsertMyQuote(quote);
    else upsertQuote(quote);
  };
  const onBooking = ({ booking }: { booking: Parameters<typeof upsertBooking>[0] }) => {
    if (roleNow() === 'admin') noteBooking(booking);
    else upsertBooking(booking);
  };

  socket.on('ride:created', onRide);
  socket.on('ride:updated', onRide);
  socket.on('ride:closed', closeOpenRide);
  socket.on('quote:created', onQuote);
  socket.on('quote:updated', onQuote);
  socket.on('quote:withdrawn', onQuote);
  socket.on('booking:created', onBooking);
  socket.on('booking:updated', onBooking);
  socket.on('booking:location', (position) => (roleNow() === 'admin' ? notePosition(position) : onPosition(position)));
  socket.on('live:updated', takeLiveUpdate);
  socket.on('driver:updated', (told) => {
    if ('profile' in told || isMe(told.driver_id)) onDriverUpdated(told);
    else takeDriverStatus(told);
  });
  socket.on('earnings:updated', ({ earnings }) => upsertEarnings(earnings));
  socket.on('stats:updated', ({ stats }) => takeStats(stats));
  socket.on('settlement:updated', noteAdminChange);
  socket.on('verification:updated', noteAdminChange);
  socket.on('notification:created', ({ notification }) => {
    takeNotification(notification);
    if (spoken.has(notification.kind)) toast.info(notification.title);
  });
  socket.on('notification:read', takeRead);
  socket.on('session:ended', ({ reason }) =>
    setTimeout(() => void checkSession(), reason === 'password_changed' ? NEW_TOKEN_MS : 0),
  );

  onSignOut((reason) => {
    if (reason === null) clearAllDrafts();
    // Why an account is suspended stands on the sign-in page.
    else if (reason !== 'suspended') toast.info(t('realtime.session_ended'));
  });
}
