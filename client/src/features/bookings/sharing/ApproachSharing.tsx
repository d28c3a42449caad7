import { useEffect } from 'react';
import { useAddress } from '../../../core/address-bar';
import { interruptedSharing, setInterruptedSharing } from '../../../core/background';
import { getSocket } from '../../../core/socket';
import { useNow } from '../../../core/time';
import { activeBooking, useBookings } from '../bookings.store';
import { DUE_CHECK_EVERY_MS, isAhead } from '../words';
import { sendKeptTrails } from './kept-trail';
import { useQuietSharing } from './use-location-sharing';

/**
 * If an earlier run of the app ended while it shared the position of a ride, opens the details of that ride. The
 * details share the position again, until the driver closes them.
 */
function useInterruptedRide(): void {
  const { params, go } = useAddress();
  const bookingId = interruptedSharing();
  const isRunning = useBookings(({ byId }) => bookingId !== null && byId[bookingId]?.status === 'in_progress');
  const opened = params.get('booking');
  useEffect(() => {
    if (bookingId === null) return;
    if (opened === bookingId) setInterruptedSharing(null);
    else if (isRunning && opened === null) go({ booking: bookingId });
  }, [bookingId, isRunning, opened, go]);
}

/**
 * Shares a driver's position on the way to the pickup, while the app is open: from acceptance on, or from half an hour
 * before a scheduled ride. During the ride the booking's details share the position, and are opened again if the system
 * ended the app meanwhile. Also sends, on mount and on each connection of the socket, the positions that an earlier page
 * could not send. Renders nothing.
 */
export function ApproachSharing() {
  const now = useNow(DUE_CHECK_EVERY_MS);
  const bookingId = useBookings(({ byId }) => {
    const booking = activeBooking(byId, now);
    return booking?.status === 'accepted' && !isAhead(booking.scheduled_time, now) ? booking.id : null;
  });
  useQuietSharing(bookingId);
  useInterruptedRide();
  useEffect(() => {
    const socket = getSocket();
    const send = () => void sendKeptTrails();
    send();
    socket.on('connect', send);
    return () => void socket.off('connect', send);
  }, []);
  return null;
}
