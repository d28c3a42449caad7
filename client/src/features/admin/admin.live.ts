import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { useEffect, useRef } from 'react';
import { type LiveState, useLive } from '../../core/live';
import { loadAdmin, useAdmin } from './admin.store';

/** Several changes at once (a settlement and its booking) are one reading, and so is what comes within this time. */
const TOGETHER_MS = 800;

/** Reads again after what was told; a stream of news does not put the reading off. */
function useNews(): void {
  const stale = useAdmin((admin) => admin.stale);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (stale === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      loadAdmin().catch(() => undefined);
    }, TOGETHER_MS);
  }, [stale]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Keeps the admin's figures fresh while mounted. */
export function useAdminLive(): { state: LiveState; retry: () => void } {
  useNews();
  return useLive({ watch: loadAdmin, read: loadAdmin, pollMs: OPEN_REQUESTS_POLL_MS });
}
