import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { getSocket, markFresh, useConnection } from './socket';

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

/**
 * Keeps a store fresh while mounted: one snapshot at mount, on every reconnect and when the server says that events may
 * be missing; polling only while the socket has been away for five seconds. `failed` means that nothing was ever read.
 */
export function useLive(source: LiveSource): { state: LiveState; retry: () => void } {
  const { enabled = true, key = '', pollMs } = source;
  const held = useRef(source);
  const running = useRef(false);
  const again = useRef(false);
  const [reached, setReached] = useState<{ key: string; state: LiveState }>({ key, state: 'loading' });

  useLayoutEffect(() => {
    held.current = source;
  });

  const refresh = useCallback(async (asked: string): Promise<void> => {
    if (running.current) {
      again.current = true;
      return;
    }
    running.current = true;
    do {
      again.current = false;
      const { watch, read, key: name = '' } = held.current;
      try {
        await (getSocket().connected ? watch().catch(read) : read());
        markFresh();
        setReached({ key: name, state: 'ready' });
      } catch {
        setReached((before) =>
          before.key === asked && before.state === 'ready' ? before : { key: name, state: 'failed' },
        );
      }
    } while (again.current);
    running.current = false;
  }, []);

  useEffect(() => {
    if (!enabled) return;
    const socket = getSocket();
    const { unwatch } = held.current;
    const renew = () => void refresh(key);
    renew();
    socket.on('connect', renew);
    socket.on('sync:required', renew);
    return () => {
      socket.off('connect', renew);
      socket.off('sync:required', renew);
      if (socket.connected) unwatch?.();
    };
  }, [enabled, key, refresh]);

  const fallback = useConnection((connection) => connection.fallback);
  useEffect(() => {
    if (!enabled || !fallback) return;
    void refresh(key);
    const timer = setInterval(() => void refresh(key), pollMs);
    return () => clearInterval(timer);
  }, [enabled, fallback, key, pollMs, refresh]);

  return { state: reached.key === key ? reached.state : 'loading', retry: () => void refresh(key) };
}
