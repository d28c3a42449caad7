import { register } from '@boli/shared/auth/auth.endpoints';
import { RegisterInput, type Role } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '../../core/api';
import { useConfig } from '../../core/config';
import { clearDraft } from '../../core/draft';
import { useFields } from '../../core/form';
import { signIn } from '../../core/session';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { NewPasswordInput } from '../../ui/NewPasswordInput';
import { SecretInput } from '../../ui/SecretInput';
import { TAB_DRAFT } from './AuthTabs';
import { RoleTiles } from './RoleTiles';

interface Values {
  name: string;
  email: string;
  password: string;
  role: Role;
  admin_code: string;
  phone: string;
}

/** Phone is part of the call but has no field (specification, section 3). */
const initial: Values = { name: '', email: '', password: '', role: 'customer', admin_code: '', phone: '' };

/** A new account of any role. A failure is told and leaves everything as typed. */
export function RegisterForm() {
  const [busy, setBusy] = useState(false);
  const config = useConfig();
  const least = config?.password_min_length ?? 8;
  const form = useFields({
    schema: RegisterInput,
    initial,
    draft: 'register',
    unkept: ['password', 'admin_code'],
    extra: ({ password }) => (password.length < least ? { password: t('auth.password_short', { min: least }) } : {}),
  });

  const send = async ({ admin_code, ...values }: typeof form.values) => {
    setBusy(true);
    try {
      const session = await call(register, { body: admin_code ? { ...values, admin_code } : values });
      form.clear();
      clearDraft(TAB_DRAFT);
      toast.success(t('auth.register_success'));
      signIn(session);
      setBusy(false);
    } catch (error) {
      if (error instanceof ApiError) form.refused(error);
      toast.error(errorText(error, 'auth.register_failed'));
      setBusy(false);
    }
  };

  const asksCode = config?.admin_signup === 'code' && form.values.role === 'admin';
  return (
    <form className="boli-form" noValidate onSubmit={form.submit((values) => void send(values))}>
      <TextInput label={t('auth.full_name')} autoComplete="name" required {...form.field('name')} />
      <TextInput label={t('auth.email')} type="email" autoComplete="email" required {...form.field('email')} />
      <NewPasswordInput label={t('auth.password')} least={least} {...form.field('password')} />
      <RoleTiles
        role={form.values.role}
        closed={config?.admin_signup === 'closed' ? ['admin'] : []}
        onChoose={(chosen) => form.set('role', chosen)}
      />
      {asksCode && (
        <SecretInput label={t('auth.admin_code')} autoComplete="off" required {...form.field('admin_code')} />
      )}
      <Button type="submit" fullWidth disabled={busy}>
        {t(busy ? 'auth.creating_account' : 'auth.create_account')}
      </Button>
    </form>
  );
}
