import { login } from '@boli/shared/auth/auth.endpoints';
import { LoginInput } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '../../core/api';
import { useFields } from '../../core/form';
import { noteSuspension, signIn } from '../../core/session';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { SecretInput } from '../../ui/SecretInput';

/** Name of the draft that keeps the typed email. */
export const LOGIN_DRAFT = 'login';

/** Email and password. A failure is told and leaves everything as typed. */
export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const [busy, setBusy] = useState(false);
  const form = useFields({
    schema: LoginInput,
    initial: { email: '', password: '' },
    draft: LOGIN_DRAFT,
    unkept: ['password'],
  });

  const send = async (values: typeof form.values) => {
    setBusy(true);
    try {
      const session = await call(login, { body: values });
      form.clear();
      toast.success(t('auth.login_success'));
      signIn(session);
      setBusy(false);
    } catch (error) {
      if (error instanceof ApiError) form.refused(error);
      if (!noteSuspension(error)) toast.error(errorText(error, 'auth.login_failed'));
      setBusy(false);
    }
  };

  return (
    <form className="boli-form" noValidate onSubmit={form.submit((values) => void send(values))}>
      <TextInput label={t('auth.email')} type="email" autoComplete="username" required {...form.field('email')} />
      <SecretInput label={t('auth.password')} autoComplete="current-password" required {...form.field('password')} />
      <Button type="submit" fullWidth disabled={busy}>
        {t(busy ? 'auth.signing_in' : 'auth.sign_in')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onForgot}>
        {t('recovery.forgot')}
      </Button>
    </form>
  );
}
