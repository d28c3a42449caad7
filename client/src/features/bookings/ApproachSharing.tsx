import { useEffect } from 'react';
import { getSocket } from '../../core/socket';
import { useNow } from '../../core/time';
import { activeBooking, useBookings } from './bookings.store';
import { sendKeptTrails } from './kept-trail';
import { useQuietSharing } from './use-location-sharing';
import { DUE_LOOK_MS, isAhead } from './words';

/**
 * Shares a driver's position on the way to the pickup, while the app is open: from acceptance on, or from half an hour
 * before a scheduled ride. During the ride the booking's details share the position. Also sends, on mount and on each
 * connection of the socket, the positions that an earlier page could not send. Renders nothing.
 */
export function ApproachSharing() {
  const now = useNow(DUE_LOOK_MS);
  const bookingId = useBookings(({ byId }) => {
    const booking = activeBooking(byId, now);
    return booking?.status === 'accepted' && !isAhead(booking.scheduled_time, now) ? booking.id : null;
  });
  useQuietSharing(bookingId);
  useEffect(() => {
    const socket = getSocket();
    const send = () => void sendKeptTrails();
    send();
    socket.on('connect', send);
    return () => void socket.off('connect', send);
  }, []);
  return null;
}
