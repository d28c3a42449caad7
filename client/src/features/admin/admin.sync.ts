import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { useEffect, useRef } from 'react';
import { logged } from '../../core/log';
import { type SyncState, useSync } from '../../core/sync';
import { loadAdmin, useAdmin } from './admin.store';

/** Changes within this time (ms), such as a settlement and its booking, are covered by one reload. */
const BATCH_MS = 800;

/** Reloads after pushed changes; more changes do not postpone the reload. */
function useReloadWhenStale(): void {
  const stale = useAdmin((admin) => admin.stale);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (stale === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      loadAdmin().catch(logged('reading the figures'));
    }, BATCH_MS);
  }, [stale]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Keeps the data of the admin dashboard in sync while mounted. */
export function useAdminSync(): { state: SyncState; retry: () => void } {
  useReloadWhenStale();
  return useSync({ watch: loadAdmin, read: loadAdmin, pollMs: OPEN_REQUESTS_POLL_MS });
}
