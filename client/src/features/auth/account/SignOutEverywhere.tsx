import { logoutAll } from '@boli/shared/auth/auth.endpoints';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../core/api';
import { signOut } from '../../../core/session';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';

/** Ends every session of this account, this one too. */
export function SignOutEverywhere() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await call(logoutAll);
      toast.success(t('auth.logged_out_all'));
      signOut();
    } catch (error) {
      toast.error(errorText(error, 'auth.save_failed'));
      setBusy(false);
    }
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void leave()}>
      {t('auth.logout_all')}
    </Button>
  );
}
