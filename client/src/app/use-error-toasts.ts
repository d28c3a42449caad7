import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { onReached } from '../core/api';
import { useSession } from '../core/session';
import { useConnection } from '../core/socket';
import { t } from '../core/t';
import { clearErrors, clearErrorsOfLastScreen, clearErrorsSaying, clearErrorsSince } from '../core/toast';

/** Closes the errors of a lost connection after a response, or once a store is in sync. Returns a dispose function. */
function watchConnection(): () => void {
  const stopReached = onReached(() => clearErrorsSaying(t('common.no_connection')));
  let lostAt: number | null = null;
  const stopConnection = useConnection.subscribe(({ downSince, lastFresh }, before) => {
    if (downSince !== null) lostAt ??= downSince;
    else if (lostAt !== null && lastFresh !== before.lastFresh) {
      clearErrorsSince(lostAt);
      lostAt = null;
    }
  });
  return () => {
    stopReached();
    stopConnection();
  };
}

/**
 * Closes outdated error toasts: those of the previous screen, those of a lost connection once it is back,
 * and all of them when the page itself shows a suspension. Call once.
 */
export function useErrorToasts(): void {
  const { pathname, search } = useLocation();
  const screen = pathname + search;
  useEffect(() => {
    if (screen) clearErrorsOfLastScreen();
  }, [screen]);
  const suspension = useSession(({ suspended, user }) => suspended ?? user?.suspension?.reason ?? null);
  useEffect(() => {
    if (suspension !== null) clearErrors();
  }, [suspension]);
  useEffect(watchConnection, []);
}
