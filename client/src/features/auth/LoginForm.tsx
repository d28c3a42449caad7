import { login } from '@boli/shared/auth/auth.endpoints';
import { LoginInput } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { call } from '../../core/api';
import { noteSuspension, signIn } from '../../core/session';
import { errorText, t } from '../../core/t';
import { nothing, useForm } from '../../core/use-form';
import { SecretInput } from '../../ui/SecretInput';

/** Name of the draft that keeps the typed email. */
export const LOGIN_DRAFT = 'login';

/** Email and password. A failure is told and leaves everything as typed. */
export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const form = useForm({
    schema: LoginInput,
    initial: { email: '', password: '' },
    draft: LOGIN_DRAFT,
    unkept: ['password'],
    input: nothing,
    send: (body) => call(login, { body }),
    says: 'auth.login_success',
    failed: (error) => (noteSuspension(error) ? null : errorText(error, 'auth.login_failed')),
    done: signIn,
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
