/** The course of a ride of twenty minutes, in seconds since the request. */
const BOOKED = 120;
const ACCEPTED = 135;
const DONE = 1_200;
/** The interval at which a client polls by the specification, in seconds: for quotes, and for a customer's dashboard. */
const POLL = 5;
/** How often the hub pings, in seconds. */
const PING = 10;

/** How many drivers quote. */
export const QUOTES = 6;

/** Bytes of following a ride by pushes, received and sent, as they were measured part by part. */
export interface PushedParts {
  /** The upgrade, the sign-in, and the watches of the request and the booking. */
  open: number;
  /** Six quotes, the booking, its steps until the end of the ride, with all notifications. */
  changes: number;
  /** One position, with its share of the arrival times. */
  position: number;
  /** A ping and its answer. */
  ping: number;
}

/** Bytes of one poll, received and sent: of the quotes while they come in (the average), and of the booking. */
export interface PolledParts {
  quotes: number;
  booking: number;
}

/** The bytes of a whole ride by pushes, with one position every `seconds` seconds. */
export function pushedBytes({ open, changes, position, ping }: PushedParts, seconds: number): number {
  return open + changes + Math.floor((DONE - ACCEPTED) / seconds) * position + (DONE / PING) * ping;
}

/** The bytes of a whole ride by polling. */
export function polledBytes({ quotes, booking }: PolledParts): number {
  return (BOOKED / POLL) * quotes + ((DONE - BOOKED) / POLL) * booking;
}

/** The calls of a whole ride by polling. */
export const POLLS = DONE / POLL;

/** How old a change is on average when a poll shows it, in milliseconds: half of the time between two polls. */
export const POLLED_STALENESS_MS = (POLL * 1_000) / 2;
