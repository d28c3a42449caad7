import { confirmEmail } from '@boli/shared/auth/auth.endpoints';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../core/api';
import { checkSession, useSession } from '../../core/session';
import { t } from '../../core/t';
import { AuthCard } from './AuthCard';

type State = 'asking' | 'confirmed' | 'ended' | 'failed';
const words = {
  asking: 'recovery.confirming',
  confirmed: 'recovery.confirmed',
  ended: 'recovery.link_ended',
  failed: 'recovery.confirm_failed',
} as const;

/** Confirms an email on mount, with the token of a mail's link. Sending the token again is harmless. */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const [state, setState] = useState<State>('asking');
  const [tries, setTries] = useState(0);
  const isSignedIn = useSession((session) => session.status === 'signed_in');
  useEffect(() => {
    if (tries < 0) return;
    const leaving = new AbortController();
    setState('asking');
    call(confirmEmail, { body: { token }, signal: leaving.signal }).then(
      () => {
        setState('confirmed');
        void checkSession();
      },
      (error) => {
        if (leaving.signal.aborted) return;
        setState(error instanceof ApiError && error.status === 400 ? 'ended' : 'failed');
      },
    );
    return () => leaving.abort();
  }, [token, tries]);
  return (
    <AuthCard title={t('recovery.confirm_title')} subtitle={t(words[state])} focusTitle={false}>
      {state === 'failed' && (
        <Button fullWidth onClick={() => setTries(tries + 1)}>
          {t('common.try_again')}
        </Button>
      )}
      {(state === 'confirmed' || state === 'ended') && (
        <Button fullWidth onClick={onDone}>
          {t(isSignedIn ? 'recovery.go_on' : 'recovery.back')}
        </Button>
      )}
    </AuthCard>
  );
}
