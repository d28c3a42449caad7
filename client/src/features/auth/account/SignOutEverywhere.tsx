import { logoutAll } from '@boli/shared/auth/auth.endpoints';
import { call } from '../../../core/api';
import { signOut } from '../../../core/session';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { OnlineButton } from '../../../ui/OnlineButton';

/** Signs out all devices, including this one. */
export function SignOutEverywhere() {
  const { busy, act } = useAction();
  const leave = () =>
    act({
      name: 'leave',
      run: () => call(logoutAll),
      successMessage: 'auth.logged_out_all',
      errorMessage: 'auth.save_failed',
      onSuccess: () => signOut(),
    });
  return (
    <OnlineButton variant="default" loading={busy !== null} onClick={() => void leave()}>
      {t('auth.logout_all')}
    </OnlineButton>
  );
}
