import type { Report } from './report';

/** A row that an answered call has made or changed: everybody named has to hear of this version. */
export interface Announced {
  what: 'ride request' | 'quote' | 'booking';
  id: string;
  version: number;
  /** User ids. */
  to: readonly string[];
}

/** A version of a row that came as an event; `at` by `performance.now()`. */
export interface ReceivedVersion {
  readonly version: number;
  readonly at: number;
}

/** What a person was sent of a row. */
export type Received = (userId: string, rowId: string) => readonly ReceivedVersion[];

/** How long an event may take to come after the last call, and how often is looked. */
const EVENT_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 100;
/**
 * Of two writes at the same moment the later version may be sent alone. A later version that comes after this does not
 * stand for the missing one: it would hide that the event was lost.
 */
const CROSSING_MS = 3_000;

interface Owed {
  readonly what: Announced['what'];
  readonly userId: string;
  readonly rowId: string;
  readonly version: number;
  readonly at: number;
}

/** Collects what the hub owes to whom, and finds at the end what never came. */
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

  /** Waits for what is still on its way and reports what never came, by kind. */
  async function check(received: Received, report: Report): Promise<void> {
    const until = performance.now() + EVENT_WITHIN_MS;
    while (missing(received).length > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const lost = missing(received);
    for (const what of new Set(lost.map((one) => one.what))) {
      const of = (list: readonly Owed[]) => list.filter((one) => one.what === what).length;
      report.fault(`${of(lost)} of ${of(owed)} events of a ${what} never reached somebody they were meant for`);
    }
    report.count('events expected', owed.length);
    report.count('events missing', lost.length);
  }

  return { announce, check };
}
