import { type Admissions, countQueued } from './admissions';

/** How often a group of waiting clients is admitted (ms): clients that come together share their reads of the database. */
const GROUP_MS = 50;
/** The largest group: as many clients as the pace admits in this many seconds. */
const LARGEST_GROUP_SECONDS = 0.1;
/**
 * If the timer is later than this (ms), the last group was too large: other calls to this process have waited as long.
 */
const LATE_MS = 25;

/** So many clients within the time of a group are admitted immediately if nobody waits; further ones join the queue. */
const AT_ONCE = 10;

/**
 * The queue holds as many clients as the process admits within ten seconds at its current pace, which is taken to be at
 * least `LEAST_PACE` a second: clients give up an unanswered connection after twenty seconds.
 */
const LEAST_PACE = 250;
const LONGEST_WAIT_SECONDS = 10;

/**
 * Nobody is admitted while more than `FEW` clients join within the time of a group, for at most the first two seconds of
 * a crowd. Node accepts one connection in each turn of its event loop, and handshakes make the turns longer. Meanwhile
 * the system's own queue for the port, usually 4,096 connections, would overflow: it drops further connections, which
 * are repeated after 1, 3, 7 and 15 seconds.
 */
const FEW = 20;
const ACCEPT_FIRST_MS = 2_000;
/** The part of the queue that one address may fill, once half of the queue is taken. */
const ADDRESS_SHARE = 0.25;

/** A client that waits with an open connection. */
export interface Waiting {
  /** Its address (`addressKey`). */
  readonly address: string;
  readonly admit: () => void;
  /** Called instead of `admit` when the process closes. */
  readonly refuse: () => void;
}

export interface AdmissionQueue {
  readonly size: number;
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
  crowd: Pick<Admissions, 'admits'>;
  /** The maximum number of admissions a second. */
  perSecond: () => number;
  /** While it returns true all waiting clients are refused. */
  isClosing: () => boolean;
  /** A monotonic clock (ms). */
  now?: () => number;
}

/** The size of the next group: halved after a late timer, else a quarter larger, so that the process can handle it. */
function groupSizes(perSecond: () => number) {
  const even = () => (perSecond() * GROUP_MS) / 1_000;
  /** Null before the first crowd. */
  let size: number | null = null;
  const current = () => size ?? even();
  return {
    /** The number of clients that groups of the current size admit in a second. */
    perSecond: () => (current() * 1_000) / GROUP_MS,
    restart() {
      size = even();
    },
    next(lateMs: number): number {
      const wanted = lateMs > LATE_MS ? current() / 2 : Math.min(current() * 1.25, perSecond() * LARGEST_GROUP_SECONDS);
      size = Math.max(1, wanted);
      return Math.floor(size);
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;
  /** The number of clients that have joined since the last group, and when the queue was last empty. */
  let joined = 0;
  let crowdSince = 0;
  /** The beginning of the last time of a group in which clients were admitted immediately, and their number. */
  let atOnce = { since: Number.NEGATIVE_INFINITY, count: 0 };

  const capacity = () => Math.min(perSecond(), Math.max(groups.perSecond(), LEAST_PACE)) * LONGEST_WAIT_SECONDS;
  const leave = (client: Waiting): boolean => {
    if (!waiting.delete(client)) return false;
    const left = (byAddress.get(client.address) ?? 1) - 1;
    if (left > 0) byAddress.set(client.address, left);
    else byAddress.delete(client.address);
    if (waiting.size === 0) clearTimeout(timer);
    return true;
  };
  const refuseAll = () => {
    for (const client of waiting) if (leave(client)) client.refuse();
  };
  const admitLater = () => {
    dueAt = now() + GROUP_MS;
    timer = setTimeout(admitGroup, GROUP_MS).unref();
  };
  function admitGroup(): void {
    if (isClosing()) {
      refuseAll();
      return;
    }
    const isGrowing = joined > FEW && now() - crowdSince < ACCEPT_FIRST_MS;
    joined = 0;
    if (isGrowing) {
      admitLater();
      return;
    }
    let room = groups.next(now() - dueAt);
    for (const client of waiting) {
      if (room === 0 || !crowd.admits()) break;
      room -= 1;
      leave(client);
      client.admit();
    }
    if (waiting.size > 0) admitLater();
  }

  return {
    get size() {
      return waiting.size;
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
      joined += 1;
      if (waiting.size === 0) {
        crowdSince = now();
        groups.restart();
        admitLater();
      }
      waiting.add(client);
      byAddress.set(client.address, (byAddress.get(client.address) ?? 0) + 1);
      countQueued();
      return () => void leave(client);
    },
  };
}
