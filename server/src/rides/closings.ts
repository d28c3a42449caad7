import { BoundedMap } from '@boli/shared/core/bounded-map';
import type { RideDocument } from './rides.model';

const MAX_REMEMBERED = 10_000;

/** The fields of a ride request that decide whether drivers receive the event that it is closed. */
type Closable = Pick<RideDocument, '_id' | 'status' | 'booking_id'>;

/**
 * Remembers, for the latest 10,000 ride requests, whether the last event that drivers received showed them open.
 * Drivers learn once that a request is closed; a second event would reveal when the ride starts, ends or is cancelled.
 */
export function closings() {
  const shownOpen = new BoundedMap<string, boolean>(MAX_REMEMBERED);
  return {
    /** Whether this is the first event about a closed request since it was open. */
    isFirst(ride: Closable): boolean {
      return shownOpen.get(ride._id) ?? comesFromOpen(ride);
    },

    /** Records the request's status after an event about it has been emitted. */
    emitted({ _id, status }: Closable): void {
      shownOpen.set(_id, status === 'open');
    },
  };
}

/** For a request about which this process has emitted nothing: whether its status can directly follow `open`. */
function comesFromOpen({ status, booking_id }: Closable): boolean {
  return status === 'booked' || (booking_id === null && (status === 'cancelled' || status === 'expired'));
}
