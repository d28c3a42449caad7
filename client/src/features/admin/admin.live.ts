import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import { type LiveState, useLive } from '../../core/live';
import { loadAdmin, useAdmin } from './admin.store';

/** Several changes at once (a settlement and its booking) are one reading. */
const TOGETHER_MS = 800;

/** Keeps the admin's figures fresh while mounted. */
export function useAdminLive(): { state: LiveState; retry: () => void } {
  const stale = useAdmin((admin) => admin.stale);
  useEffect(() => {
    if (stale === 0) return;
    const timer = setTimeout(() => void loadAdmin().catch(() => undefined), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [stale]);
  return useLive({ watch: loadAdmin, read: loadAdmin, pollMs: OPEN_REQUESTS_POLL_MS });
}
