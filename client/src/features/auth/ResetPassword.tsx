import { resetPassword } from '@boli/shared/auth/auth.endpoints';
import { Password } from '@boli/shared/auth/auth.schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError, call } from '../../core/api';
import { useConfig } from '../../core/config';
import { checkSession } from '../../core/session';
import { errorText, t } from '../../core/t';
import { noInput, useForm } from '../../core/use-form';
import { NewPasswordInput } from '../../ui/NewPasswordInput';
import { AuthCard } from './AuthCard';

const NewPassword = z.object({ new_password: Password });

interface ResetPasswordProps {
  /** The token of the mail's link. */
  token: string;
  onDone: () => void;
  /** Asks for a new link, after one that was invalid or had expired. */
  onAgain: () => void;
}

/** The form for a new password, opened by the link in a mail. */
export function ResetPassword({ token, onDone, onAgain }: ResetPasswordProps) {
  const [ended, setEnded] = useState(false);
  const least = useConfig()?.password_min_length ?? 8;
  const form = useForm({
    schema: NewPassword,
    initial: { new_password: '' },
    validate: ({ new_password }) =>
      new_password.length < least ? { new_password: t('auth.password_short', { min: least }) } : {},
    input: noInput,
    send: ({ new_password }) => call(resetPassword, { body: { token, new_password } }),
    successMessage: 'recovery.reset_done',
    errorMessage: (error) => {
      const isEnded = error instanceof ApiError && error.errors.some(({ field }) => field === 'token');
      if (isEnded) setEnded(true);
      return isEnded ? null : errorText(error, 'recovery.reset_failed');
    },
    // The new password ends all sessions of the account, which may include the one of this device.
    onSuccess: () => void checkSession().then(onDone),
  });

  if (ended) {
    return (
      <AuthCard key="ended" title={t('recovery.reset_ended_title')} subtitle={t('recovery.link_ended')}>
        <Button fullWidth onClick={onAgain}>
          {t('recovery.again')}
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('recovery.reset_title')} subtitle={t('recovery.reset_hint')} focusTitle={false}>
      <form className="boli-form" noValidate onSubmit={form.onSubmit}>
        <NewPasswordInput least={least} {...form.field('new_password')} />
        <Button type="submit" fullWidth disabled={form.busy}>
          {t(form.busy ? 'recovery.reset_saving' : 'recovery.reset_save')}
        </Button>
        <Button variant="default" fullWidth onClick={onDone}>
          {t('recovery.back')}
        </Button>
      </form>
    </AuthCard>
  );
}
