import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';
import { clearAllDrafts } from '../core/draft';
import { checkSession, onSignOut, useSession } from '../core/session';
import { getSocket } from '../core/socket';
import { t } from '../core/t';
import { toast } from '../core/toast';
import { applyEta, applyRoute } from '../features/bookings/arrival';
import { upsertBooking } from '../features/bookings/bookings.store';
import { applyPushedPosition } from '../features/bookings/positions';
import { onDriverUpdated, upsertEarnings } from '../features/drivers/drivers.store';
import { addNotification, applyRead } from '../features/notifications/notifications.store';
import { closeOpenRide, upsertMyQuote, upsertOpenRide } from '../features/rides/open-rides.store';
import { upsertQuote } from '../features/rides/quotes/quotes.store';
import { upsertRide } from '../features/rides/rides.store';
import { applyDriverStatus } from './drivers-watch';

/** A password change also revokes this device's old session; its new token arrives within this time (ms). */
const NEW_TOKEN_MS = 1_500;

/** The kinds of notifications that are shown as a toast, too. A change of a booking's status has a toast of its own. */
const toastKinds = new Set<NotificationKind>([
  'booking_requested',
  'ride_reminder',
  'verification_approved',
  'verification_rejected',
  'verification_undone',
]);

const roleNow = () => useSession.getState().user?.role;
const isMe = (id: string) => useSession.getState().user?.id === id;

/** Connects the socket events to the stores, except those of admins (`bindAdminRealtime`). Call once. */
export function bindRealtime(): void {
  const socket = getSocket();
  const onRide = ({ ride_request }: { ride_request: Parameters<typeof upsertRide>[0] }) => {
    if (roleNow() === 'driver') upsertOpenRide(ride_request);
    else if (roleNow() === 'customer') upsertRide(ride_request);
  };
  const onQuote = ({ quote }: { quote: Parameters<typeof upsertQuote>[0] }) => {
    if (roleNow() === 'driver') upsertMyQuote(quote);
    else upsertQuote(quote);
  };
  const onBooking = ({ booking }: { booking: Parameters<typeof upsertBooking>[0] }) => {
    if (roleNow() !== 'admin') upsertBooking(booking);
  };

  socket.on('ride:created', onRide);
  socket.on('ride:updated', onRide);
  socket.on('ride:closed', closeOpenRide);
  socket.on('quote:created', onQuote);
  socket.on('quote:updated', onQuote);
  socket.on('quote:withdrawn', onQuote);
  socket.on('booking:created', onBooking);
  socket.on('booking:updated', onBooking);
  socket.on('booking:location', (position) => {
    if (roleNow() !== 'admin') applyPushedPosition(position);
  });
  socket.on('booking:route', applyRoute);
  socket.on('booking:eta', ({ booking_id, eta }) => applyEta(booking_id, eta));
  socket.on('driver:updated', (update) => {
    if ('profile' in update || isMe(update.driver_id)) onDriverUpdated(update);
    else applyDriverStatus(update);
  });
  socket.on('earnings:updated', ({ earnings }) => upsertEarnings(earnings));
  socket.on('notification:created', ({ notification }) => {
    addNotification(notification);
    if (toastKinds.has(notification.kind)) toast.info(notification.title);
  });
  socket.on('notification:read', applyRead);
  socket.on('session:ended', ({ reason }) =>
    setTimeout(() => void checkSession(), reason === 'password_changed' ? NEW_TOKEN_MS : 0),
  );

  onSignOut((reason) => {
    if (reason === null) clearAllDrafts();
    // The sign-in page shows the reason of a suspension.
    else if (reason !== 'suspended') toast.info(t('realtime.session_ended'));
  });
}
