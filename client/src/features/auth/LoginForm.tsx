import { login } from '@boli/shared/auth/auth.endpoints';
import { LoginInput } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { call } from '../../core/api';
import { showSuspension, signIn } from '../../core/session';
import { errorText, t } from '../../core/t';
import { noInput, useForm } from '../../core/use-form';
import { SecretInput } from '../../ui/SecretInput';

/** Name of the draft that keeps the typed email. */
export const LOGIN_DRAFT = 'login';

/** The form for email and password. A failure shows an error and keeps the typed values. */
export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const form = useForm({
    schema: LoginInput,
    initial: { email: '', password: '' },
    draft: LOGIN_DRAFT,
    draftOmits: ['password'],
    input: noInput,
    send: (body) => call(login, { body }),
    successMessage: 'auth.login_success',
    errorMessage: (error) => (showSuspension(error) ? null : errorText(error, 'auth.login_failed')),
    onSuccess: signIn,
  });

  return (
    <form className="boli-form" noValidate onSubmit={form.onSubmit}>
      <TextInput label={t('auth.email')} type="email" autoComplete="username" required {...form.field('email')} />
      <SecretInput label={t('auth.password')} autoComplete="current-password" required {...form.field('password')} />
      <Button type="submit" fullWidth disabled={form.busy}>
        {t(form.busy ? 'auth.signing_in' : 'auth.sign_in')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onForgot}>
        {t('recovery.forgot')}
      </Button>
    </form>
  );
}
