import type { Report } from './report';

/**
 * A row that a successful call has created or changed, and the users who each have to receive an event with its
 * version.
 */
export interface Announced {
  what: 'ride request' | 'quote' | 'booking';
  id: string;
  version: number;
  /** User ids. */
  to: readonly string[];
}

/** A version of a row that arrived as an event; `at` by `performance.now()`. */
export interface ReceivedVersion {
  readonly version: number;
  readonly at: number;
}

/** The versions of a row that a person has received. */
export type Received = (userId: string, rowId: string) => readonly ReceivedVersion[];

/**
 * Whether the person may have missed an event sent at this time because the connection was lost, and has read a
 * snapshot since.
 */
export type WasAway = (userId: string, at: number) => boolean;

/** How long missing events are waited for at the end, and the time between two checks. */
const EVENT_WITHIN_MS = 10_000;
const CHECK_EVERY_MS = 100;
/**
 * Of two concurrent writes sometimes only the later version is sent; it then counts as the event of both. A later
 * version that arrives more than this time (ms) after the call does not count, because it would hide a lost event.
 */
const CROSSING_MS = 3_000;

interface Owed {
  readonly what: Announced['what'];
  readonly userId: string;
  readonly rowId: string;
  readonly version: number;
  readonly at: number;
}

/** Collects the events that the hub has to send, and finds at the end those that never arrived. */
export function openAnnouncements() {
  const owed: Owed[] = [];

  function announce({ what, id, version, to }: Announced): void {
    const at = performance.now();
    for (const userId of to) owed.push({ what, userId, rowId: id, version, at });
  }

  /** The received version that counts as this event; null while the event is missing. */
  const arrivalOf = (one: Owed, received: Received) =>
    received(one.userId, one.rowId).find(
      ({ version, at }) => version === one.version || (version > one.version && at < one.at + CROSSING_MS),
    ) ?? null;
  const missing = (received: Received, wasAway: WasAway) =>
    owed.filter((one) => !arrivalOf(one, received) && !wasAway(one.userId, one.at));

  /**
   * Waits for events that are still on their way. Reports how many events of each kind never arrived, and how long
   * after the response to its call each event arrived.
   */
  async function check(received: Received, report: Report, wasAway: WasAway = () => false): Promise<void> {
    const until = performance.now() + EVENT_WITHIN_MS;
    while (missing(received, wasAway).length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
    for (const one of owed) {
      const arrival = arrivalOf(one, received);
      if (arrival) report.took('commit to screen', Math.max(0, arrival.at - one.at));
    }
    const lost = missing(received, wasAway);
    for (const what of new Set(lost.map((one) => one.what))) {
      const of = (list: readonly Owed[]) => list.filter((one) => one.what === what).length;
      report.error(`${of(lost)} of ${of(owed)} events of a ${what} never arrived (counted for each recipient)`);
    }
    report.count('events expected', owed.length);
    report.count('events missing', lost.length);
    for (const what of ['events doubled', 'events out of order']) report.count(what, 0);
  }

  return { announce, check };
}
