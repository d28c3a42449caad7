import { type Admissions, countQueued, type QueueState } from './admissions';

/** How often a group of waiting clients is admitted (ms): clients that come together share their reads of the database. */
const GROUP_MS = 50;
/** The largest group: as many clients as the pace admits in this many seconds. */
const LARGEST_GROUP_SECONDS = 0.1;
/**
 * If the timer is later than this (ms), the last group was too large: other calls to this process have waited as long.
 */
const LATE_MS = 25;
/** The part of a group's size that is left after a late timer, and the part of a group at the maximum pace that is added. */
const SHRINK_TO = 0.75;
const GROW_BY = 0.05;

/** If nobody waits, this many clients in each period of `GROUP_MS` are admitted immediately; others join the queue. */
const AT_ONCE = 10;

/**
 * The queue holds as many clients as the process admits within ten seconds at its current pace. This pace is taken to
 * be at least `LEAST_PACE` a second, unless the maximum (`perSecond`) is lower. If the pace falls while clients wait,
 * those who would wait for more than fifteen seconds are refused, with the time of their turn: clients give up an
 * unanswered connection after twenty seconds.
 */
const LEAST_PACE = 250;
const LONGEST_WAIT_SECONDS = 10;
const REFUSED_FROM_SECONDS = 15;
/** The weight of the last group in the average pace. */
const NEWEST_SHARE = 0.05;

/**
 * While more clients join than the pace allows, nobody is admitted: for two seconds at most, once in half a minute.
 * Node accepts one connection in each turn of its event loop, and handshakes make the turns longer. Without this pause
 * the system's own queue for the port, usually 4,096 connections, would overflow: it drops further connections, which
 * are repeated after 1, 3, 7 and 15 seconds.
 */
const ACCEPT_FIRST_MS = 2_000;
const ACCEPT_AGAIN_MS = 30_000;
/** The part of the queue that one address may fill, once half of the queue is taken. */
const ADDRESS_SHARE = 0.25;

/** A client that waits with an open connection. */
export interface Waiting {
  /** Its address (`addressKey`). */
  readonly address: string;
  readonly admit: () => void;
  /** Called instead of `admit` when the process closes, or when the queue has become too long for the pace. */
  readonly refuse: () => void;
}

export interface AdmissionQueue extends QueueState {
  /** Whether a client may connect without joining. */
  admitsNow(): boolean;
  /** Whether a client of this address may join. */
  hasRoom(address: string): boolean;
  /**
   * Adds a client at the end. Returns a function that removes the client; after the client's turn this function does
   * nothing.
   */
  join(client: Waiting): () => void;
}

interface QueueOptions {
  crowd: Pick<Admissions, 'admits' | 'forget'>;
  /** The maximum number of admissions a second. */
  perSecond: () => number;
  /** While it returns true all waiting clients are refused. */
  isClosing: () => boolean;
  /** A monotonic clock (ms). */
  now?: () => number;
}

/**
 * The size of the next group, so that the process can handle it: a quarter smaller after a late timer, else larger by a
 * twentieth of a group at the maximum pace. The work of a group goes on for a fifth of a second, so that a faster growth
 * would admit several groups too many before a timer is late.
 */
function groupSizes(perSecond: () => number) {
  const even = () => (perSecond() * GROUP_MS) / 1_000;
  let size = 1;
  return {
    /** The size of a group at the maximum pace. */
    even,
    restart() {
      size = even();
    },
    next(lateMs: number): number {
      const largest = perSecond() * LARGEST_GROUP_SECONDS;
      size = lateMs > LATE_MS ? size * SHRINK_TO : Math.min(size + even() * GROW_BY, largest);
      size = Math.max(1, size);
      return Math.floor(size);
    },
  };
}

/** The average number of clients that are admitted in a second while others wait; it is kept from crowd to crowd. */
function averagePace(perSecond: () => number) {
  let average = Number.POSITIVE_INFINITY;
  const current = () => Math.min(average, perSecond());
  return {
    current: () => Math.max(current(), Math.min(LEAST_PACE, perSecond())),
    add(admitted: number, ms: number) {
      const newest = (admitted * 1_000) / Math.max(ms, GROUP_MS);
      average = current() * (1 - NEWEST_SHARE) + newest * NEWEST_SHARE;
    },
  };
}

/**
 * Clients of a crowd that wait for their admission with open connections, in the order of their arrival. A waiting
 * client costs a process less than one that is refused, asks for its turn and connects again. The clients are admitted
 * in groups, at most `perSecond` clients a second; groups shrink and grow until the process needs about as long for one
 * group as the pause between two.
 */
export function admissionQueue({
  crowd,
  perSecond,
  isClosing,
  now = () => performance.now(),
}: QueueOptions): AdmissionQueue {
  const waiting = new Set<Waiting>();
  const byAddress = new Map<string, number>();
  const groups = groupSizes(perSecond);
  const pace = averagePace(perSecond);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  /** The number of clients that have joined since the last group. */
  let joined = 0;
  /** When the queue last began to hold groups back because it grew too fast. */
  let heldSince = Number.NEGATIVE_INFINITY;
  /** The start of the last period of `GROUP_MS` in which clients were admitted immediately, and their number. */
  let atOnce = { since: Number.NEGATIVE_INFINITY, count: 0 };

  const capacity = () => pace.current() * LONGEST_WAIT_SECONDS;
  const leave = (client: Waiting): boolean => {
    if (!waiting.delete(client)) return false;
    const left = (byAddress.get(client.address) ?? 1) - 1;
    if (left > 0) byAddress.set(client.address, left);
    else byAddress.delete(client.address);
    if (waiting.size === 0) clearTimeout(timer);
    return true;
  };
  /** Refuses all clients but the first `most`. */
  const refuseBeyond = (most: number) => {
    if (waiting.size <= most) return;
    for (const client of [...waiting].slice(most)) if (leave(client)) client.refuse();
  };
  /** Whether clients join faster than they could be admitted, so that no group is admitted yet. */
  const isHeld = () => {
    const isGrowing = joined > groups.even();
    joined = 0;
    if (isGrowing && now() - heldSince > ACCEPT_AGAIN_MS) heldSince = now();
    return isGrowing && now() - heldSince < ACCEPT_FIRST_MS;
  };
  const admitLater = () => {
    dueAt = now() + GROUP_MS;
    timer = setTimeout(admitGroup, GROUP_MS).unref();
  };
  function admitGroup(): void {
    if (isClosing()) {
      refuseBeyond(0);
      return;
    }
    if (isHeld()) {
      admitLater();
      return;
    }
    const lateMs = now() - dueAt;
    const room = groups.next(lateMs);
    let admitted = 0;
    for (const client of waiting) {
      if (admitted === room || !crowd.admits()) break;
      admitted += 1;
      leave(client);
      client.admit();
    }
    if (waiting.size === 0) return;
    pace.add(admitted, GROUP_MS + lateMs);
    refuseBeyond(pace.current() * REFUSED_FROM_SECONDS);
    admitLater();
  }

  return {
    get size() {
      return waiting.size;
    },
    get pace() {
      return pace.current();
    },
    admitsNow() {
      if (waiting.size > 0) return false;
      if (now() - atOnce.since >= GROUP_MS) atOnce = { since: now(), count: 0 };
      if (atOnce.count >= AT_ONCE || !crowd.admits()) return false;
      atOnce.count += 1;
      return true;
    },
    hasRoom(address) {
      if (waiting.size >= capacity()) return false;
      return waiting.size < capacity() / 2 || (byAddress.get(address) ?? 0) < capacity() * ADDRESS_SHARE;
    },
    join(client) {
      if (waiting.size === 0) {
        joined = 0;
        crowd.forget();
        groups.restart();
        admitLater();
      }
      joined += 1;
      waiting.add(client);
      byAddress.set(client.address, (byAddress.get(client.address) ?? 0) + 1);
      countQueued();
      return () => void leave(client);
    },
  };
}
