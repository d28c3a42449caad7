import { clearAllDrafts } from '../core/draft';
import { checkSession, onSignOut, useSession } from '../core/session';
import { getSocket } from '../core/socket';
import { t } from '../core/t';
import { toast } from '../core/toast';
import { noteAdminChange } from '../features/admin/admin.store';
import { upsertBooking } from '../features/bookings/bookings.store';
import { onPosition } from '../features/bookings/positions';
import { onDriverUpdated, upsertEarnings } from '../features/drivers/drivers.store';
import { upsertQuote } from '../features/quotes/quotes.store';
import { upsertMyQuote, upsertOpenRide } from '../features/rides/open-rides.store';
import { upsertRide } from '../features/rides/rides.store';

/** A password change on this very device ends the old sessions too: its new token has this long to arrive. */
const NEW_TOKEN_MS = 1_500;

const roleNow = () => useSession.getState().user?.role;
const isMe = (id: string) => useSession.getState().user?.id === id;

/** The one place that binds what the server tells to the stores. To be called once. */
export function bindRealtime(): void {
  const socket = getSocket();
  const onRide = ({ ride_request }: { ride_request: Parameters<typeof upsertRide>[0] }) => {
    if (roleNow() === 'driver') upsertOpenRide(ride_request);
    else upsertRide(ride_request);
  };
  const onQuote = ({ quote }: { quote: Parameters<typeof upsertQuote>[0] }) => {
    if (roleNow() === 'driver') upsertMyQuote(quote);
    else upsertQuote(quote);
  };
  const onBooking = ({ booking }: { booking: Parameters<typeof upsertBooking>[0] }) => {
    if (roleNow() === 'admin') noteAdminChange();
    else upsertBooking(booking);
  };

  socket.on('ride:created', onRide);
  socket.on('ride:updated', onRide);
  socket.on('quote:created', onQuote);
  socket.on('quote:updated', onQuote);
  socket.on('quote:withdrawn', onQuote);
  socket.on('booking:created', onBooking);
  socket.on('booking:updated', onBooking);
  socket.on('booking:location', onPosition);
  socket.on('driver:updated', (told) => {
    if ('profile' in told || isMe(told.driver_id)) onDriverUpdated(told);
  });
  socket.on('earnings:updated', ({ earnings }) => upsertEarnings(earnings));
  socket.on('settlement:updated', noteAdminChange);
  socket.on('verification:updated', noteAdminChange);
  socket.on('session:ended', () => setTimeout(() => void checkSession(), NEW_TOKEN_MS));

  onSignOut((reason) => {
    if (reason === null) clearAllDrafts();
    else toast.info(t('realtime.session_ended'));
  });
}
