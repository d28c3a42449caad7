import { changePassword } from '@boli/shared/auth/auth.endpoints';
import { PasswordInput } from '@boli/shared/auth/auth.schema';
import { Button } from '@mantine/core';
import { call } from '../../../core/api';
import { useConfig } from '../../../core/config';
import { signIn } from '../../../core/session';
import { t } from '../../../core/t';
import { noInput, useForm } from '../../../core/use-form';
import { NewPasswordInput } from '../../../ui/NewPasswordInput';
import { SecretInput } from '../../../ui/SecretInput';
import classes from './AccountDialog.module.css';

const initial = { current_password: '', new_password: '' };

/** The form for a new password, which ends all sessions and gives this device a new one. */
export function PasswordForm() {
  const least = useConfig()?.password_min_length ?? 8;
  const form = useForm({
    schema: PasswordInput,
    initial,
    allowEmptyOnBlur: true,
    validate: ({ new_password }) =>
      new_password.length < least ? { new_password: t('auth.password_short', { min: least }) } : {},
    input: noInput,
    send: (body) => call(changePassword, { body }),
    successMessage: 'auth.password_changed',
    errorMessage: 'auth.password_failed',
    onSuccess: signIn,
  });

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit}>
      <SecretInput
        label={t('auth.current_password')}
        autoComplete="current-password"
        required
        {...form.field('current_password')}
      />
      <NewPasswordInput least={least} {...form.field('new_password')} />
      <Button type="submit" variant="light" loading={form.busy}>
        {t('auth.change_password')}
      </Button>
    </form>
  );
}
