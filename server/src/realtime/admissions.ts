import { Counter } from 'prom-client';
import { registry } from '../core/metrics';

/** The part of a second's admissions that may happen at once. */
const BURST_SECONDS = 0.25;
/** Nobody is asked to wait longer (s): whoever returns too early is given another place. */
const MAX_WAIT_SECONDS = 60;

const total = new Counter({
  name: 'storm_admissions_total',
  help: 'Connections to the hub, by outcome: admitted, or deferred because too many clients connected at once',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
total.inc({ outcome: 'deferred' }, 0);

/** Paces the connections of a crowd: at most `perSecond()` a second, and a quarter of that at once. */
export interface Admissions {
  /** Whether a client may connect now. */
  admits(): boolean;
  /** A place in the crowd that waits: in how many seconds the client's turn comes; 0 if it may connect at once. */
  place(): number;
}

/**
 * A crowd that returns at once would take all of a process: calls of others would wait behind its handshakes. `now` is a
 * monotonic clock in milliseconds.
 */
export function admissions(perSecond: () => number, now: () => number = () => performance.now()): Admissions {
  /** When the admissions so far would be through at an even pace, and when the last place that was given out comes (ms). */
  let through = Number.NEGATIVE_INFINITY;
  let lastPlace = Number.NEGATIVE_INFINITY;
  const isFree = (at: number) => through - at <= BURST_SECONDS * 1_000;
  return {
    admits() {
      const at = now();
      if (!isFree(at)) return false;
      through = Math.max(through, at) + 1_000 / perSecond();
      total.inc({ outcome: 'admitted' });
      return true;
    },
    place() {
      const at = now();
      if (isFree(at) && lastPlace <= at) return 0;
      // The places follow each other at the pace of the admissions, so that each client that waits is deferred once.
      lastPlace = Math.min(Math.max(lastPlace, at) + 1_000 / perSecond(), at + MAX_WAIT_SECONDS * 1_000);
      total.inc({ outcome: 'deferred' });
      return (lastPlace - at) / 1_000;
    },
  };
}
