import { isLive } from '@boli/shared/bookings/bookings.state';
import { useBookings } from '../features/bookings/bookings.store';
import { isUnderWay } from '../features/bookings/words';

/** Whether the user has an active booking. */
export function useHasActiveBooking(): boolean {
  return useBookings(({ byId }) => Object.values(byId).some((booking) => isLive(booking.status)));
}

/** Whether a driver is on the way: from Accept, but at the earliest half an hour before a planned ride, to its end. */
export function useIsUnderWay(): boolean {
  return useBookings(({ byId }) => Object.values(byId).some(isUnderWay));
}

/** Changes whenever a booking ends, or an ended one changes, as by a payment or rating, so that the history reloads. */
export function useHistoryRevision(): string {
  return useBookings(({ byId }) => {
    let ended = 0;
    for (const { status, version } of Object.values(byId)) if (!isLive(status)) ended += version + 1;
    return String(ended);
  });
}
