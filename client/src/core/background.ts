type Share = (bookingId: string) => () => void;

let share: Share = () => () => {};

/** Sets how positions are sent while the page does not run: the native shell has a way, browsers have none. */
export function setBackgroundSharing(way: Share): void {
  share = way;
}

/**
 * Sends the device's position for a booking also while the page does not run, if possible. Returns a dispose function.
 */
export function shareInBackground(bookingId: string): () => void {
  return share(bookingId);
}
