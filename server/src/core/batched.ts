/** The maximum number of keys in one read. */
const MAX_KEYS = 500;

interface Caller<V> {
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins reads of single rows: while one read runs, the requested keys wait, and `load` then reads them together, at
 * most 500 at a time. Thousands of clients that reconnect at once request one row each, and a query costs much more
 * than another row in a query. A read begins after the calls that it serves, so that it includes every write that was
 * acknowledged before these calls. Resolves with undefined for a key that `load` does not return, and rejects as `load`
 * does. Callers of the same key get the same object: they must not change it.
 */
export function batched<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Caller<V>[]>();
  let isRunning = false;

  function next(): [string, Caller<V>[]][] {
    const asked = [...waiting].slice(0, MAX_KEYS);
    for (const [key] of asked) waiting.delete(key);
    return asked;
  }

  async function readAll(): Promise<void> {
    isRunning = true;
    for (let asked = next(); asked.length > 0; asked = next()) {
      await read(asked);
      // The callers of this read continue first, and may request more keys.
      await new Promise((resolve) => setImmediate(resolve));
    }
    isRunning = false;
  }

  /** Never rejects. */
  async function read(asked: readonly [string, Caller<V>[]][]): Promise<void> {
    try {
      const found = await load(asked.map(([key]) => key));
      for (const [key, callers] of asked) for (const { resolve } of callers) resolve(found.get(key));
    } catch (error) {
      for (const [, callers] of asked) for (const { reject } of callers) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const callers = waiting.get(key) ?? [];
      waiting.set(key, callers);
      callers.push({ resolve, reject });
      if (!isRunning) void readAll();
    });
}
