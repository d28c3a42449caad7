import { sharedRuns } from './shared-runs';
import { within } from './within';

/** The maximum number of keys in one read. */
const MAX_KEYS = 500;
/** A read that takes longer than this (ms) does not delay the next one: its connection may be dead. */
const STUCK_AFTER_MS = 1_000;

interface Caller<V> {
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins reads of single rows (`sharedRuns`): `load` reads the keys of concurrent calls together, at most 500 at a time.
 * Thousands of clients that reconnect at once request one row each, and a query costs much more than another row in a
 * query. Resolves with undefined for a key that `load` does not return, and rejects as `load` does. Callers of the same
 * key get the same object: they must not change it. `paced` is that of `sharedRuns`.
 */
export function batched<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  { paced = true }: { paced?: boolean } = {},
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Caller<V>[]>();

  /** Never rejects. */
  async function read(asked: readonly [string, Caller<V>[]][]): Promise<void> {
    try {
      const found = await load(asked.map(([key]) => key));
      for (const [key, callers] of asked) for (const { resolve } of callers) resolve(found.get(key));
    } catch (error) {
      for (const [, callers] of asked) for (const { reject } of callers) reject(error);
    }
  }

  const readWaiting = sharedRuns(
    async () => {
      // Calls that follow each other without waiting share a read: it begins after the last of them.
      await Promise.resolve();
      const asked = [...waiting];
      waiting.clear();
      for (let at = 0; at < asked.length; at += MAX_KEYS) {
        await within(
          read(asked.slice(at, at + MAX_KEYS)).then(() => true),
          STUCK_AFTER_MS,
        );
      }
    },
    { paced },
  );

  return (key) =>
    new Promise((resolve, reject) => {
      const isScheduled = waiting.size > 0;
      const callers = waiting.get(key) ?? [];
      waiting.set(key, callers);
      callers.push({ resolve, reject });
      if (!isScheduled) void readWaiting();
    });
}
