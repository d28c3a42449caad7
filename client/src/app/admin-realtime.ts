import { useSession } from '../core/session';
import { getSocket } from '../core/socket';
import { applyStats, markAdminStale } from '../features/admin/admin.store';
import { addBookingToFeed, addRideToFeed, applyLiveUpdate, applyPosition } from '../features/admin/live/live.store';

const isAdmin = () => useSession.getState().user?.role === 'admin';

/**
 * Connects the socket events that admins receive to the stores that only an admin's page loads. Call once. If a
 * customer or driver signs in on the same page later, the events of that user have no effect here.
 */
export function bindAdminRealtime(): void {
  const socket = getSocket();
  const onRide = ({ ride_request }: { ride_request: Parameters<typeof addRideToFeed>[0] }) => {
    if (isAdmin()) addRideToFeed(ride_request);
  };
  const onBooking = ({ booking }: { booking: Parameters<typeof addBookingToFeed>[0] }) => {
    if (isAdmin()) addBookingToFeed(booking);
  };
  socket.on('ride:created', onRide);
  socket.on('ride:updated', onRide);
  socket.on('booking:created', onBooking);
  socket.on('booking:updated', onBooking);
  socket.on('booking:location', (position) => {
    if (isAdmin()) applyPosition(position);
  });
  socket.on('live:updated', applyLiveUpdate);
  socket.on('stats:updated', ({ stats }) => applyStats(stats));
  socket.on('settlement:updated', markAdminStale);
  socket.on('verification:updated', markAdminStale);
}
