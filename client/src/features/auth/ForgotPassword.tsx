import { forgotPassword } from '@boli/shared/auth/auth.endpoints';
import { ForgotInput, RESET_MINUTES } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api';
import { useConfig } from '../../core/config';
import { readDraft } from '../../core/draft';
import { t } from '../../core/t';
import { clearErrors } from '../../core/toast';
import { useForm } from '../../core/use-form';
import { AuthCard } from './AuthCard';
import { LOGIN_DRAFT } from './LoginForm';

/** The form that requests a reset link by mail, or, if the server sends no mail, a hint to ask the operator. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const config = useConfig();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    schema: ForgotInput,
    initial: { email: readDraft(LOGIN_DRAFT, { email: '' }).email },
    send: (body) => call(forgotPassword, { body }),
    errorMessage: 'recovery.forgot_failed',
    onSuccess: (_sent, { email }) => {
      clearErrors();
      setSentTo(email.trim());
    },
  });

  const back = (
    <Button variant="default" fullWidth onClick={onBack}>
      {t('recovery.back')}
    </Button>
  );
  if (config && !config.mail) {
    return (
      <AuthCard title={t('recovery.forgot_title')} subtitle={t('recovery.ask_operator')}>
        {back}
      </AuthCard>
    );
  }
  if (sentTo !== null) {
    return (
      <AuthCard
        key="sent"
        title={t('recovery.forgot_sent_title')}
        subtitle={t('recovery.forgot_sent', { email: sentTo, minutes: RESET_MINUTES })}
      >
        {back}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('recovery.forgot_title')} subtitle={t('recovery.forgot_hint')}>
      <form className="boli-form" noValidate onSubmit={form.onSubmit}>
        <TextInput label={t('auth.email')} type="email" autoComplete="username" required {...form.field('email')} />
        <Button type="submit" fullWidth disabled={form.busy}>
          {t(form.busy ? 'recovery.forgot_sending' : 'recovery.forgot_send')}
        </Button>
        {back}
      </form>
    </AuthCard>
  );
}
