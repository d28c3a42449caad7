import type { RideDocument } from './rides.model';

const MAX_REMEMBERED = 10_000;

/** The fields of a request that decide whether drivers are told that it is closed. */
type Closable = Pick<RideDocument, '_id' | 'status' | 'booking_id'>;

/**
 * Remembers of the latest 10,000 requests whether the last event that drivers got showed them open. Drivers learn once
 * that a request is closed; a second event would reveal when the ride starts, ends or is called off.
 */
export function closings() {
  const shownOpen = new Map<string, boolean>();
  return {
    /** Whether the event about this request, which is not open, is the first since it was. */
    isFirst(ride: Closable): boolean {
      return shownOpen.get(ride._id) ?? comesFromOpen(ride);
    },

    /** To be called once the event is emitted. */
    emitted({ _id, status }: Closable): void {
      shownOpen.delete(_id);
      shownOpen.set(_id, status === 'open');
      const oldest = shownOpen.size > MAX_REMEMBERED ? shownOpen.keys().next() : null;
      if (oldest && !oldest.done) shownOpen.delete(oldest.value);
    },
  };
}

/** For a request about which this process has emitted nothing yet: whether its status can follow on `open`. */
function comesFromOpen({ status, booking_id }: Closable): boolean {
  return status === 'booked' || (booking_id === null && (status === 'cancelled' || status === 'expired'));
}
