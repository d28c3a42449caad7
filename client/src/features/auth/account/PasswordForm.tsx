import { changePassword } from '@boli/shared/auth/auth.endpoints';
import { PasswordInput } from '@boli/shared/auth/auth.schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '../../../core/api';
import { useConfig } from '../../../core/config';
import { useFields } from '../../../core/form';
import { signIn } from '../../../core/session';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { NewPasswordInput } from '../../../ui/NewPasswordInput';
import { SecretInput } from '../../../ui/SecretInput';
import classes from './AccountDialog.module.css';

const initial = { current_password: '', new_password: '' };

/** A new password: this device gets a new session, every other one ends. */
export function PasswordForm() {
  const [busy, setBusy] = useState(false);
  const least = useConfig()?.password_min_length ?? 8;
  const form = useFields({
    schema: PasswordInput,
    initial,
    quietEmpty: true,
    extra: ({ new_password }) =>
      new_password.length < least ? { new_password: t('auth.password_short', { min: least }) } : {},
  });

  const send = async (body: typeof form.values) => {
    setBusy(true);
    try {
      signIn(await call(changePassword, { body }));
      form.clear();
      toast.success(t('auth.password_changed'));
    } catch (error) {
      if (error instanceof ApiError) form.refused(error);
      toast.error(errorText(error, 'auth.password_failed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={classes.form} noValidate onSubmit={form.submit((values) => void send(values))}>
      <SecretInput
        label={t('auth.current_password')}
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
      <NewPasswordInput least={least} {...form.field('new_password')} />
      <Button type="submit" variant="light" loading={busy}>
        {t('auth.change_password')}
      </Button>
    </form>
  );
}
