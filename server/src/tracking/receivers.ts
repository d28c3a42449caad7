import { BoundedMap } from '@boli/shared/core/bounded-map';

const MAX_RECEIVERS = 20_000;

/** For each booking, the other node that receives its positions. Empty if there are no other nodes. */
const receivers = new BoundedMap<string, string>(MAX_RECEIVERS);

/** Records which other node receives the positions of these bookings. */
export function setReceiver(node: string, bookingIds: readonly string[]): void {
  for (const bookingId of bookingIds) receivers.set(bookingId, node);
}

/** Records that no other node receives the positions of this booking: this one does, or the booking has ended. */
export function forgetReceiver(bookingId: string): void {
  receivers.delete(bookingId);
}

/** The other node that receives the positions of this booking; undefined if none is known. */
export function receiverOf(bookingId: string): string | undefined {
  return receivers.get(bookingId);
}
