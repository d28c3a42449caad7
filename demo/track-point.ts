/** A point of a recorded track as its file gives it. */
export interface RawPoint {
  lat: number;
  lng: number;
  /** Epoch milliseconds; null if the file has none. */
  time: number | null;
}

/** An invalid track; the message is a sentence for the person who gave the file. */
export class BadTrack extends Error {}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
/**
 * Smaller numbers are seconds since the epoch, others milliseconds: this number is in the year 5138 as seconds, and in
 * 1973 as milliseconds.
 */
const SECONDS_UNTIL = 100_000_000_000;

/** The time of a point in epoch milliseconds; null for an invalid time: `Date.parse` alone would take "5" for a day. */
export function timeOf(given: unknown): number | null {
  if (typeof given === 'number') {
    if (!Number.isFinite(given)) return null;
    return Math.abs(given) < SECONDS_UNTIL ? given * 1000 : given;
  }
  if (typeof given !== 'string' || !ISO_TIME.test(given.trim())) return null;
  const time = Date.parse(given.trim().replace(',', '.'));
  return Number.isNaN(time) ? null : time;
}
