import { Stack } from '@mantine/core';
import { useParam } from '../../../core/address-bar';
import { useSession } from '../../../core/session';
import { t } from '../../../core/t';
import { AppDialog } from '../../../ui/AppDialog';
import { NameForm } from './NameForm';
import { PasswordForm } from './PasswordForm';
import { Sessions } from './Sessions';
import { SignOutEverywhere } from './SignOutEverywhere';

/** The person's own account: name, phone, password, signed-in devices. Open by `?dialog=account`. */
export function AccountDialog() {
  const [dialog, setDialog] = useParam('dialog');
  const user = useSession((session) => session.user);
  if (!user) return null;
  return (
    <AppDialog opened={dialog === 'account'} onClose={() => setDialog(null)} title={t('auth.account_title')}>
      <Stack gap="xl">
        <NameForm user={user} />
        <PasswordForm />
        <Sessions />
        <SignOutEverywhere />
      </Stack>
    </AppDialog>
  );
}
