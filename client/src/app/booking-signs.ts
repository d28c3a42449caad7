import { isLive } from '@boli/shared/bookings/bookings.state';
import { useBookings } from '../features/bookings/bookings.store';

/** Whether a booking of this person is going on. */
export function useHasLiveBooking(): boolean {
  return useBookings(({ byId }) => Object.values(byId).some((booking) => isLive(booking.status)));
}

/** Changes whenever a booking ends, is paid or is rated: the history is then read anew. */
export function useHistoryRevision(): string {
  return useBookings(({ byId }) => {
    let ended = 0;
    for (const { status, version } of Object.values(byId)) if (!isLive(status)) ended += version + 1;
    return String(ended);
  });
}
