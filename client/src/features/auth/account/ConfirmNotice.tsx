import { sendConfirmation } from '@boli/shared/auth/auth.endpoints';
import { Button, CloseButton } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../../../core/api';
import { useConfig } from '../../../core/config';
import { moveFocus } from '../../../core/focus';
import { useDesktop } from '../../../core/screen';
import { checkSession, useSession } from '../../../core/session';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import classes from './ConfirmNotice.module.css';

const CLOSED_KEY = 'confirm-notice-closed';

function wasClosed(): boolean {
  try {
    return sessionStorage.getItem(CLOSED_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberClosed(): void {
  try {
    sessionStorage.setItem(CLOSED_KEY, 'yes');
  } catch {
    // Without storage the notice is shown again after the next load.
  }
}

/**
 * Reads the account again whenever this page becomes visible: the link is opened in another tab or on another device.
 */
function useFreshAccount(): void {
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') void checkSession();
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, []);
}

function Notice({ email }: { email: string }) {
  const mail = useConfig()?.mail ?? false;
  const desktop = useDesktop();
  const { busy, act } = useAction();
  const [closed, setClosed] = useState(wasClosed);
  useFreshAccount();
  if (!mail || closed) return null;
  const sendAgain = () =>
    act({
      name: 'send',
      run: () => call(sendConfirmation),
      successMessage: 'recovery.sent_again',
      errorMessage: 'recovery.send_failed',
    });
  const close = () => {
    rememberClosed();
    setClosed(true);
    // The pressed button is unmounted: the page takes the focus.
    moveFocus(document.getElementById('main'));
  };
  return (
    <section className={classes.notice} aria-label={t('recovery.notice_label')}>
      <IconMail size={20} stroke={1.75} aria-hidden />
      <p className={classes.words} title={email}>
        {t(desktop ? 'recovery.notice' : 'recovery.notice_short', { email })}
      </p>
      <Button
        className={classes.again ?? ''}
        variant="subtle"
        size="sm"
        loading={busy !== null}
        onClick={() => void sendAgain()}
      >
        {t('recovery.send_again')}
      </Button>
      <CloseButton className={classes.close ?? ''} aria-label={t('common.close')} onClick={close} />
    </section>
  );
}

/** The notice that the email is not confirmed yet, with 'Send again'; it can be closed. */
export function ConfirmNotice() {
  const user = useSession((session) => session.user);
  // The notice is shown only if the server has sent the field: a user cached by an older version lacks the field.
  return user?.email_confirmed_at === null ? <Notice email={user.email} /> : null;
}
