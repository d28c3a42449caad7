import { Gauge } from 'prom-client';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { nodeId } from '../core/node-id';
import { within } from '../core/within';
import type { LeaseDocument } from './lease.model';
import { leases } from './lease.repository';

/** How often a node renews its lease, or checks whether it may take over the lease of another (ms). */
const ROUND_MS = 2_000;
/** The owner stops working this long (ms) after the beginning of its last successful renewal. */
const VALID_MS = 10_000;
/** A lease that another node has seen unchanged for this long (ms) is taken over. */
const ABANDONED_MS = 15_000;
/** How long the stop waits until the lease is given back (ms). */
const GIVE_BACK_MS = 500;

const held = new Gauge({
  name: 'scheduler_lease_held',
  help: 'Whether this process runs the scheduled jobs of the cluster',
  registers: [registry],
});

/** The exclusive right of one node to do some work for the cluster. */
export interface Lease {
  /**
   * Whether this node holds the lease at present. Checked before every piece of work, because a suspended process loses
   * the lease.
   */
  isHeld(): boolean;
  /**
   * Gives the lease back. Waits half a second at most: a database that does not answer must not delay the rest of the
   * stop.
   */
  stop(): Promise<void>;
}

/**
 * Competes for a lease of this name in the database. The owner trusts a renewal for 10 seconds; the other nodes take
 * over a lease that they have seen unchanged for 15 seconds. Every node measures these durations with its own monotonic
 * clock, so that a wall clock that is wrong by minutes has no effect. An owner that was suspended for so long begins no
 * work when it continues: it no longer trusts its renewal, and the next renewal fails, because the fencing number has
 * changed.
 */
export function competeFor(name: string, { owner = nodeId, roundMs = ROUND_MS } = {}): Lease {
  let mine: LeaseDocument | null = null;
  let validUntil = Number.NEGATIVE_INFINITY;
  let seen: { lease: LeaseDocument; since: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round = runRound();

  function hold(lease: LeaseDocument, from: number): void {
    if (!mine) logger.info({ lease: name, fence: lease.fence }, 'this process runs the scheduled jobs now');
    mine = lease;
    validUntil = from + VALID_MS;
    held.set(1);
  }

  function lose(): void {
    if (mine) logger.warn({ lease: name }, 'another process runs the scheduled jobs now');
    mine = null;
    held.set(0);
  }

  async function compete(): Promise<void> {
    const from = performance.now();
    if (mine) {
      if (await leases.renew(mine)) hold(mine, from);
      else lose();
      return;
    }
    const lease = await leases.read(name);
    const isAsSeen = seen?.lease.fence === lease.fence && seen.lease.beat === lease.beat;
    if (!seen || !isAsSeen) seen = { lease, since: performance.now() };
    if (lease.owner !== null && performance.now() - seen.since < ABANDONED_MS) return;
    const takenFrom = performance.now();
    const taken = await leases.take(lease, owner);
    if (taken) hold(taken, takenFrom);
  }

  async function runRound(): Promise<void> {
    await compete().catch((error: unknown) =>
      logger.warn({ err: error }, 'the lease of the scheduler could not be read or renewed'),
    );
    if (!stopped) {
      timer = setTimeout(() => {
        round = runRound();
      }, roundMs).unref();
    }
  }

  /** Never rejects. */
  async function giveBack(): Promise<true> {
    await round;
    if (mine) await leases.release(mine).catch(() => undefined);
    mine = null;
    return true;
  }

  return {
    isHeld: () => !stopped && mine !== null && performance.now() < validUntil,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await within(giveBack(), GIVE_BACK_MS);
    },
  };
}
