import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '../core/session';
import { useConnection } from '../core/socket';
import { clearErrors, clearErrorsSince, leaveScreen } from '../core/toast';

/** When the live connection went away; null once the stores are fresh again. */
function watchConnection(): () => void {
  let lostAt: number | null = null;
  return useConnection.subscribe(({ downSince, lastFresh }, before) => {
    if (downSince !== null) lostAt ??= downSince;
    else if (lostAt !== null && lastFresh !== before.lastFresh) {
      clearErrorsSince(lostAt);
      lostAt = null;
    }
  });
}

/**
 * Ends errors that are over: those of a screen that was left, those of a lost connection once the page is fresh again,
 * and all of them where the page itself says that the account is suspended. To be called once.
 */
export function useErrorToasts(): void {
  const { pathname, search } = useLocation();
  const screen = pathname + search;
  useEffect(() => {
    if (screen) leaveScreen();
  }, [screen]);
  const suspension = useSession(({ suspended, user }) => suspended ?? user?.suspension?.reason ?? null);
  useEffect(() => {
    if (suspension !== null) clearErrors();
  }, [suspension]);
  useEffect(watchConnection, []);
}
