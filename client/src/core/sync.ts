import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isTransient } from './api';
import { getSocket, markFresh, useConnection } from './socket';

/**
 * A snapshot that fails while the socket is connected is retried after about this time (ms), then with exponential
 * backoff.
 */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;

interface SyncSource {
  /** Joins a room and loads its snapshot. Lists that are pushed to the user's own room pass `read` here, too. */
  watch: () => Promise<void>;
  /** Loads the same snapshot by HTTP, while the socket is disconnected or after `watch` has failed. */
  read: () => Promise<void>;
  pollMs: number;
  /** Leaves the room on unmount. */
  unwatch?: () => void;
  /** Whether anything is loaded; true by default. */
  enabled?: boolean;
  /** Another key is another source: the old room is left and the new one joined. */
  key?: string;
}

export type SyncState = 'loading' | 'ready' | 'failed';

/** Whether one of these failures may be temporary; undefined is no failure. */
const mayPass = (...failures: unknown[]) => failures.some((error) => error !== undefined && isTransient(error));

/**
 * Loads one snapshot. Returns its failures: `readError` when nothing was read, `watchError` when no room was joined.
 */
async function loadSnapshot({ watch, read }: SyncSource): Promise<{ readError?: unknown; watchError?: unknown }> {
  let watchError: unknown;
  if (getSocket().connected) {
    try {
      await watch();
      return {};
    } catch (error) {
      if (watch === read) return { readError: error };
      watchError = error;
    }
  }
  try {
    await read();
    return { watchError };
  } catch (error) {
    return { readError: error, watchError };
  }
}

interface Outcome {
  key: string;
  state: SyncState;
}

/** Loads one snapshot of the latest source at a time; a refresh that is requested meanwhile runs next. */
function useSnapshots(latest: RefObject<SyncSource>, key: string) {
  const generation = useRef(0);
  const running = useRef(false);
  const rerun = useRef(false);
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [outcome, setOutcome] = useState<Outcome>({ key, state: 'loading' });

  const refresh = useCallback(
    async (requestedKey: string, retryMs = RETRY_MS): Promise<void> => {
      if (running.current) {
        rerun.current = true;
        return;
      }
      clearTimeout(retryTimer.current);
      const ownGeneration = generation.current;
      running.current = true;
      do {
        rerun.current = false;
        const { readError, watchError } = await loadSnapshot(latest.current);
        if (generation.current !== ownGeneration) return;
        if (readError === undefined) {
          markFresh();
          setOutcome({ key: requestedKey, state: 'ready' });
        } else {
          setOutcome((before) =>
            before.key === requestedKey && before.state === 'ready' ? before : { key: requestedKey, state: 'failed' },
          );
        }
        if (getSocket().connected && mayPass(readError, watchError)) {
          const next = Math.min(retryMs * 2, MAX_RETRY_MS);
          clearTimeout(retryTimer.current);
          retryTimer.current = setTimeout(() => void refresh(requestedKey, next), retryMs * (0.5 + Math.random()));
        }
      } while (rerun.current);
      running.current = false;
    },
    [latest],
  );

  /** Ignores the pending snapshot: its outcome is dropped and a new one may start. */
  const cancel = useCallback(() => {
    generation.current += 1;
    running.current = false;
    rerun.current = false;
    clearTimeout(retryTimer.current);
  }, []);

  return { state: outcome.key === key ? outcome.state : 'loading', refresh, cancel };
}

/**
 * Keeps a store in sync while mounted: requests a snapshot on mount, on every reconnect and when the server reports
 * missed events, and repeats a failed request while the socket is connected. Polls by HTTP once the socket is
 * disconnected for five seconds. Loads one snapshot at a time, but a reconnect does not wait for a request of the old
 * connection. `failed` means that nothing was ever read.
 */
export function useSync(source: SyncSource): { state: SyncState; retry: () => void } {
  const { enabled = true, key = '', pollMs } = source;
  const latest = useRef(source);
  useLayoutEffect(() => {
    latest.current = source;
  });
  const { state, refresh, cancel } = useSnapshots(latest, key);

  useEffect(() => {
    if (!enabled) return;
    const socket = getSocket();
    const { unwatch } = latest.current;
    const reload = () => void refresh(key);
    const onReconnect = () => {
      cancel();
      reload();
    };
    reload();
    socket.on('connect', onReconnect);
    socket.on('sync:required', reload);
    return () => {
      cancel();
      socket.off('connect', onReconnect);
      socket.off('sync:required', reload);
      if (socket.connected) unwatch?.();
    };
  }, [enabled, key, refresh, cancel]);

  const fallback = useConnection((connection) => connection.fallback);
  useEffect(() => {
    if (!enabled || !fallback) return;
    void refresh(key);
    const timer = setInterval(() => void refresh(key), pollMs);
    return () => clearInterval(timer);
  }, [enabled, fallback, key, pollMs, refresh]);

  return { state, retry: () => void refresh(key) };
}
