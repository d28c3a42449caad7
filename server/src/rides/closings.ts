import type { RideDocument } from './rides.model';

const MAX_REMEMBERED = 10_000;

/** What of a request decides whether drivers learn that it is closed. */
type Closable = Pick<RideDocument, '_id' | 'status' | 'booking_id'>;

/**
 * Remembers of the latest 10,000 requests whether drivers were last told of them as open. They learn once that a request
 * is closed; a second word would tell when the ride starts, ends or is called off.
 */
export function closings() {
  const toldOpen = new Map<string, boolean>();
  return {
    /** Whether this telling, of a request that is not open, is the first since it was. */
    isFirst(ride: Closable): boolean {
      return toldOpen.get(ride._id) ?? comesFromOpen(ride);
    },

    /** To be called once the telling is done. */
    told({ _id, status }: Closable): void {
      toldOpen.delete(_id);
      toldOpen.set(_id, status === 'open');
      const oldest = toldOpen.size > MAX_REMEMBERED ? toldOpen.keys().next() : null;
      if (oldest && !oldest.done) toldOpen.delete(oldest.value);
    },
  };
}

/** For a request of which this process has told nothing yet: whether its status can follow on `open`. */
function comesFromOpen({ status, booking_id }: Closable): boolean {
  return status === 'booked' || (booking_id === null && (status === 'cancelled' || status === 'expired'));
}
