import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParam } from '../../../core/address-bar';
import { useDesktop } from '../../../core/screen';
import { useSession } from '../../../core/session';
import { t } from '../../../core/t';
import { AppDialog } from '../../../ui/AppDialog';
import { FairnessLink } from '../../../ui/FairnessLink';
import { LanguageSwitch } from '../../../ui/LanguageSwitch';
import { ThemeSwitch } from '../../../ui/ThemeSwitch';
import { NameForm } from './NameForm';
import { PasswordForm } from './PasswordForm';
import { Sessions } from './Sessions';
import { SignOutEverywhere } from './SignOutEverywhere';

/**
 * The user's own account: language, name, phone, what `children` add, password, signed-in devices. Open while the URL
 * has `?dialog=account`.
 */
export function AccountDialog({ children }: { children?: ReactNode }) {
  const [dialog, setDialog] = useParam('dialog');
  const user = useSession((session) => session.user);
  const desktop = useDesktop();
  if (!user) return null;
  return (
    <AppDialog
      opened={dialog === 'account'}
      onClose={() => setDialog(null, { replace: true })}
      title={t('auth.account_title')}
    >
      <Stack gap="xl">
        <LanguageSwitch />
        {/* On desktop the theme switch is in the header. */}
        {!desktop && (
          <Group justify="space-between">
            {t('shell.look')}
            <ThemeSwitch />
          </Group>
        )}
        <NameForm user={user} />
        {children}
        <PasswordForm />
        <Sessions />
        <SignOutEverywhere />
        <FairnessLink />
      </Stack>
    </AppDialog>
  );
}
