import { type Admissions, countQueued } from './admissions';

/** How often a group of waiting clients is admitted (ms): clients that come together share their reads of the database. */
const GROUP_MS = 50;
/** The largest group: as many clients as the pace admits in this many seconds. */
const LARGEST_GROUP_SECONDS = 0.1;
/**
 * If the timer is later than this (ms), the last group was too large: other calls to this process have waited as long.
 */
const LATE_MS = 25;

/**
 * The queue holds as many clients as even a slow process admits within ten seconds: clients give up an unanswered
 * connection after twenty.
 */
const LEAST_PACE = 250;
const LONGEST_WAIT_SECONDS = 10;
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
  let size = 1;
  return {
    restart() {
      size = even();
    },
    next(lateMs: number): number {
      size = lateMs > LATE_MS ? size / 2 : Math.min(size * 1.25, perSecond() * LARGEST_GROUP_SECONDS);
      size = Math.max(1, size);
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

  const capacity = () => Math.min(perSecond(), LEAST_PACE) * LONGEST_WAIT_SECONDS;
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
    hasRoom(address) {
      if (waiting.size >= capacity()) return false;
      return waiting.size < capacity() / 2 || (byAddress.get(address) ?? 0) < capacity() * ADDRESS_SHARE;
    },
    join(client) {
      if (waiting.size === 0) {
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
