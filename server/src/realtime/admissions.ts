import { BoundedMap } from '@boli/shared/core/bounded-map';
import { Counter } from 'prom-client';
import { registry } from '../core/metrics';

/** The part of a second's admissions that may happen together. */
const BURST_SECONDS = 0.1;
/** The longest wait that a client is given, in seconds. A client that returns too early gets another place. */
const MAX_WAIT_SECONDS = 60;
/** The part of the places that one address may have. Many people may share one address. */
const ADDRESS_SHARE = 0.25;
const MAX_ADDRESSES = 10_000;

const total = new Counter({
  name: 'storm_admissions_total',
  help: 'Connections to the hub, by outcome: admitted (at once or after waiting), queued to wait for admission, or deferred to a later attempt because the queue is full',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
for (const outcome of ['admitted', 'queued', 'deferred']) total.inc({ outcome }, 0);

/** Counts a connection that waits in the queue of `admission-queue.ts`. */
export const countQueued = () => total.inc({ outcome: 'queued' });

/** Paces the connections of a crowd: at most `perSecond()` a second, of which a tenth may come together. */
export interface Admissions {
  /** Whether a client may connect now. */
  admits(): boolean;
  /**
   * Gives a client of this address (`addressKey`) a place in the waiting crowd, after the clients that wait with open
   * connections. Returns the seconds until the client's turn, more than 0.
   */
  place(address: string, queue: QueueState): number;
  /** Forgets all places: nobody has to wait for clients of an earlier crowd that have not come. */
  forget(): void;
}

/** How many clients wait with open connections, and how many of them are admitted in a second. */
export interface QueueState {
  readonly size: number;
  readonly pace: number;
}

/**
 * The places of an address: `last` is the time of the last one (ms). `through` is the time at which they would end if
 * they followed each other at the pace that one address may have.
 */
interface Share {
  through: number;
  last: number;
}

/**
 * Without this limit a crowd that reconnects would occupy the whole process: the calls of others would wait behind its
 * handshakes. `now` is a monotonic clock in milliseconds.
 */
export function admissions(perSecond: () => number, now: () => number = () => performance.now()): Admissions {
  /**
   * The time (ms) at which the admissions so far would end if they followed each other evenly. `lastPlace` is the time
   * of the last place that was given.
   */
  let through = Number.NEGATIVE_INFINITY;
  let lastPlace = Number.NEGATIVE_INFINITY;
  const shares = new BoundedMap<string, Share>(MAX_ADDRESSES);
  const shareOf = (address: string, at: number): Share => {
    const { through: until, last } = shares.get(address) ?? { through: at, last: at };
    // An address has at most as many future places as all addresses together; its other places are in the past.
    const most = at + Math.max(0, lastPlace - at) / ADDRESS_SHARE;
    return { through: Math.min(Math.max(until, at), most), last };
  };
  const isFree = (at: number) => through - at <= BURST_SECONDS * 1_000;
  return {
    admits() {
      const at = now();
      if (!isFree(at)) return false;
      through = Math.max(through, at) + 1_000 / perSecond();
      total.inc({ outcome: 'admitted' });
      return true;
    },
    place(address, { size: ahead, pace }) {
      const at = now();
      total.inc({ outcome: 'deferred' });
      const step = 1_000 / pace;
      const share = shareOf(address, at);
      const after = share.through + step / ADDRESS_SHARE;
      if (after - at > MAX_WAIT_SECONDS * 1_000) return Math.max(share.last - at, step) / 1_000;
      // The places follow each other at the pace of the admissions, so that each client that waits is deferred once.
      lastPlace = Math.min(Math.max(lastPlace, at + ahead * step) + step, at + MAX_WAIT_SECONDS * 1_000);
      shares.set(address, { through: after, last: lastPlace });
      return (lastPlace - at) / 1_000;
    },
    forget() {
      lastPlace = Number.NEGATIVE_INFINITY;
      shares.clear();
    },
  };
}
