import { onUserChange } from './session';
import { createTouchLog } from './versioned';

/** One read from the server, from the request to its response. */
export interface PendingRead {
  /** Whether the response is outdated: a newer read of the same scope was accepted, or another user is signed in. */
  isStale: () => boolean;
  /**
   * Call once before the response is applied: false if it is stale. From then on, older reads of the scope are stale.
   */
  accept: () => boolean;
  /** The ids that events touched since the request. */
  touchedIds: () => ReadonlySet<string>;
}

interface ReadOptions<A> {
  load: () => Promise<A>;
  apply: (answer: A, pending: PendingRead) => void;
  /** Called with a failure, unless the read is stale. */
  onError?: (error: unknown) => void;
  /** Reads of different scopes do not make each other stale. */
  scope?: string;
}

export interface ReadGuard {
  begin: (scope?: string) => PendingRead;
  /** Loads, and applies the response unless it is stale. Rejects as `load` does. */
  read: <A>(options: ReadOptions<A>) => Promise<void>;
  /** Records that an event changed the row of this id. */
  touch: (id: string) => void;
  /** Makes every pending read stale. */
  invalidate: () => void;
}

/** Keeps stale responses out of a store. Pending reads become stale when another user signs in. */
export function createReadGuard(): ReadGuard {
  let touches = createTouchLog();
  const invalidate = () => {
    touches = createTouchLog();
  };
  onUserChange(invalidate);
  const begin: ReadGuard['begin'] = (scope) => {
    const log = touches;
    const mark = log.mark();
    return {
      isStale: () => log !== touches || log.isStale(mark, scope),
      accept: () => log === touches && log.accept(mark, scope),
      touchedIds: () => log.touchedSince(mark),
    };
  };
  const read: ReadGuard['read'] = async (options) => {
    const pending = begin(options.scope);
    const answer = await options.load().catch((error) => {
      if (!pending.isStale()) options.onError?.(error);
      throw error;
    });
    if (pending.accept()) options.apply(answer, pending);
  };
  return { begin, read, touch: (id) => touches.touch(id), invalidate };
}
