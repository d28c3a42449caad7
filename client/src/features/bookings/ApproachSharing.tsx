import { useNow } from '../../core/time';
import { activeBooking, useBookings } from './bookings.store';
import { useQuietSharing } from './use-location-sharing';
import { isAhead } from './words';

/** How often it is looked whether a planned ride has become due. */
const LOOK_MS = 30_000;

/**
 * Shares a driver's position on the way to the pickup, while the app is open: from the acceptance on, or from half an hour
 * before a planned ride. During the ride its details share it. Renders nothing.
 */
export function ApproachSharing() {
  const now = useNow(LOOK_MS);
  const bookingId = useBookings(({ byId }) => {
    const booking = activeBooking(byId);
    return booking?.status === 'accepted' && !isAhead(booking.scheduled_time, now) ? booking.id : null;
  });
  useQuietSharing(bookingId);
  return null;
}
