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

/** How long missing events are waited for at the end, and the time between two checks. */
const EVENT_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 100;
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

  const missing = (received: Received) =>
    owed.filter(
      (one) =>
        !received(one.userId, one.rowId).some(
          ({ version, at }) => version === one.version || (version > one.version && at < one.at + CROSSING_MS),
        ),
    );

  /** Waits for events that are still on their way and reports those that never arrived, by kind. */
  async function check(received: Received, report: Report): Promise<void> {
    const until = performance.now() + EVENT_WITHIN_MS;
    while (missing(received).length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const lost = missing(received);
    for (const what of new Set(lost.map((one) => one.what))) {
      const of = (list: readonly Owed[]) => list.filter((one) => one.what === what).length;
      report.error(`${of(lost)} of ${of(owed)} events of a ${what} never reached one of their recipients`);
    }
    report.count('events expected', owed.length);
    report.count('events missing', lost.length);
  }

  return { announce, check };
}
