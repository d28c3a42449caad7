import type { DeviceFix } from './geolocation';

/** What the phone reports while it sends positions by itself. */
export interface BackgroundListener {
  /** A fix that the phone sends by itself. Whether it arrives is not reported. */
  onFix: (fix: DeviceFix) => void;
  /** Whether the phone fails to send positions by itself; called at each change. */
  onFailing: (isFailing: boolean) => void;
}

type Share = (bookingId: string, listener: BackgroundListener) => () => void;

let share: Share = () => () => {};

/** Sets how positions are sent while the page does not run, which is possible in the native shell only. */
export function setBackgroundSharing(way: Share): void {
  share = way;
}

/**
 * Sends the device's position for a booking also while the page does not run, if possible. Returns a dispose function.
 */
export function shareInBackground(bookingId: string, listener: BackgroundListener): () => void {
  return share(bookingId, listener);
}

let interrupted: string | null = null;

/** Sets the booking whose position was shared when an earlier run of the app ended; null for none. */
export function setInterruptedSharing(bookingId: string | null): void {
  interrupted = bookingId;
}

/** The booking whose position was shared when an earlier run of the app ended; null for none, and in browsers. */
export function interruptedSharing(): string | null {
  return interrupted;
}
