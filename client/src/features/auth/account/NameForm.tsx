import { saveAccount } from '@boli/shared/auth/auth.endpoints';
import { AccountInput, type User } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { call } from '../../../core/api';
import { updateUser } from '../../../core/session';
import { t } from '../../../core/t';
import { useForm } from '../../../core/use-form';
import classes from './AccountDialog.module.css';

/** The form for name and phone; the email is shown, but cannot be changed. */
export function NameForm({ user }: { user: User }) {
  const form = useForm({
    schema: AccountInput,
    initial: { name: user.name, phone: user.phone ?? '' },
    draft: 'account',
    send: (body) => call(saveAccount, { body }),
    successMessage: 'auth.name_saved',
    errorMessage: 'auth.save_failed',
    valuesAfterSuccess: ({ name, phone }) => ({ name, phone: phone ?? '' }),
    onSuccess: updateUser,
  });

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit}>
      <TextInput label={t('auth.email')} type="email" value={user.email} readOnly />
      <TextInput label={t('auth.full_name')} autoComplete="name" required {...form.field('name')} />
      <TextInput label={t('auth.phone')} type="tel" autoComplete="tel" {...form.field('phone')} />
      <Button type="submit" loading={form.busy}>
        {t('common.save')}
      </Button>
    </form>
  );
}
