import { Button, Loader } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { checkSession, useSession } from '../core/session';
import { holdSkeleton } from '../core/skeleton';
import { t } from '../core/t';
import { Logo } from '../ui/Logo';
import classes from './Waiting.module.css';

/** The loading state of the session or of a lazy part; at the first load the skeleton of index.html covers it. */
export function Waiting() {
  const unreachable = useSession((session) => session.unreachable);
  useLayoutEffect(() => (unreachable ? undefined : holdSkeleton()), [unreachable]);
  return (
    <main className={classes.waiting}>
      <Logo size={56} />
      {unreachable ? (
        <>
          <p role="status">{t('common.unavailable')}</p>
          <Button variant="default" onClick={() => void checkSession()}>
            {t('common.try_again')}
          </Button>
        </>
      ) : (
        <Loader type="dots" aria-label={t('common.loading')} role="status" />
      )}
    </main>
  );
}
