import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from './api';
import { getSocket, markFresh, useConnection } from './socket';

/** A snapshot that failed on a link that is there is taken again after about this time, then twice as long, and so on. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;

interface LiveSource {
  /** Joins what is watched and takes its snapshot; for lists that come by the own room alone, the REST read. */
  watch: () => Promise<void>;
  /** The same by REST, while the socket is away. */
  read: () => Promise<void>;
  pollMs: number;
  /** Leaves the room on unmount. */
  unwatch?: () => void;
  /** Off: nothing is asked (default on). */
  enabled?: boolean;
  /** Another key is another source: it is left and joined anew. */
  key?: string;
}

export type LiveState = 'loading' | 'ready' | 'failed';

/** No answer, too often, or a server that cannot just now; what is forbidden or gone stays so. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Takes one snapshot. Gives what went wrong of it: `missing` nothing was read; `unwatched` the room was not joined. */
async function takeSnapshot({ watch, read }: LiveSource): Promise<{ missing?: unknown; unwatched?: unknown }> {
  let unwatched: unknown;
  if (getSocket().connected) {
    try {
      await watch();
      return {};
    } catch (error) {
      if (watch === read) return { missing: error };
      unwatched = error;
    }
  }
  try {
    await read();
    return { unwatched };
  } catch (error) {
    return { missing: error, unwatched };
  }
}

/**
 * Keeps a store fresh while mounted: one snapshot at mount, on every reconnect and when the server says that events may
 * be missing, taken again while it fails on a link that is there; polling only while the socket has been away for five
 * seconds. One snapshot at a time, but a new link does not wait for what was asked over the old one. `failed` means that
 * nothing was ever read.
 */
export function useLive(source: LiveSource): { state: LiveState; retry: () => void } {
  const { enabled = true, key = '', pollMs } = source;
  const held = useRef(source);
  const turn = useRef(0);
  const running = useRef(false);
  const again = useRef(false);
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [reached, setReached] = useState<{ key: string; state: LiveState }>({ key, state: 'loading' });

  useLayoutEffect(() => {
    held.current = source;
  });

  const refresh = useCallback(async (asked: string, retryMs = RETRY_MS): Promise<void> => {
    if (running.current) {
      again.current = true;
      return;
    }
    clearTimeout(retryTimer.current);
    const mine = turn.current;
    running.current = true;
    do {
      again.current = false;
      const { missing, unwatched } = await takeSnapshot(held.current);
      if (turn.current !== mine) return;
      if (missing === undefined) {
        markFresh();
        setReached({ key: asked, state: 'ready' });
      } else {
        setReached((before) =>
          before.key === asked && before.state === 'ready' ? before : { key: asked, state: 'failed' },
        );
      }
      if (getSocket().connected && (mayPass(missing) || mayPass(unwatched))) {
        const next = Math.min(retryMs * 2, MAX_RETRY_MS);
        clearTimeout(retryTimer.current);
        retryTimer.current = setTimeout(() => void refresh(asked, next), retryMs * (0.5 + Math.random()));
      }
    } while (again.current);
    running.current = false;
  }, []);

  /** Whatever is under way counts no more: not its state, and nobody waits for it. */
  const abandon = useCallback(() => {
    turn.current += 1;
    running.current = false;
    again.current = false;
    clearTimeout(retryTimer.current);
  }, []);

  useEffect(() => {
    if (!enabled) return;
    const socket = getSocket();
    const { unwatch } = held.current;
    const renew = () => void refresh(key);
    const reconnected = () => {
      abandon();
      renew();
    };
    renew();
    socket.on('connect', reconnected);
    socket.on('sync:required', renew);
    return () => {
      abandon();
      socket.off('connect', reconnected);
      socket.off('sync:required', renew);
      if (socket.connected) unwatch?.();
    };
  }, [enabled, key, refresh, abandon]);

  const fallback = useConnection((connection) => connection.fallback);
  useEffect(() => {
    if (!enabled || !fallback) return;
    void refresh(key);
    const timer = setInterval(() => void refresh(key), pollMs);
    return () => clearInterval(timer);
  }, [enabled, fallback, key, pollMs, refresh]);

  return { state: reached.key === key ? reached.state : 'loading', retry: () => void refresh(key) };
}
