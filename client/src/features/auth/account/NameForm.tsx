import { saveAccount } from '@boli/shared/auth/auth.endpoints';
import { AccountInput, type User } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '../../../core/api';
import { useFields } from '../../../core/form';
import { updateUser } from '../../../core/session';
import { errorText, t } from '../../../core/t';
import { toast } from '../../../core/toast';
import classes from './AccountDialog.module.css';

/** Name and phone; the email is the account's own and stays. */
export function NameForm({ user }: { user: User }) {
  const [busy, setBusy] = useState(false);
  const form = useFields({
    schema: AccountInput,
    initial: { name: user.name, phone: user.phone ?? '' },
    draft: 'account',
  });

  const send = async (body: typeof form.values) => {
    setBusy(true);
    try {
      const saved = await call(saveAccount, { body });
      updateUser(saved);
      form.clear({ name: saved.name, phone: saved.phone ?? '' });
      toast.success(t('auth.name_saved'));
    } catch (error) {
      if (error instanceof ApiError) form.refused(error);
      toast.error(errorText(error, 'auth.save_failed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={classes.form} noValidate onSubmit={form.submit((values) => void send(values))}>
      <TextInput label={t('auth.email')} type="email" value={user.email} readOnly />
      <TextInput label={t('auth.full_name')} autoComplete="name" required {...form.field('name')} />
      <TextInput label={t('auth.phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
      <Button type="submit" loading={busy}>
        {t('common.save')}
      </Button>
    </form>
  );
}
