import { Button, Loader } from '@mantine/core';
import { checkSession, useSession } from '../core/session';
import { t } from '../core/t';
import { Logo } from '../ui/Logo';
import classes from './Waiting.module.css';

/** The loading state of the session or of a lazy part. */
export function Waiting() {
  const unreachable = useSession((session) => session.unreachable);
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
