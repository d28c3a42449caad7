import { register } from '@boli/shared/auth/auth.endpoints';
import { RegisterInput, type Role } from '@boli/shared/auth/auth.schema';
import { Button, TextInput } from '@mantine/core';
import { call } from '../../core/api';
import { useConfig } from '../../core/config';
import { clearDraft } from '../../core/draft';
import { signIn } from '../../core/session';
import { t } from '../../core/t';
import { noInput, useForm } from '../../core/use-form';
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

/** The phone is part of the request body but has no input (specification, section 3). */
const initial: Values = { name: '', email: '', password: '', role: 'customer', admin_code: '', phone: '' };

/** The form for a new account of any role. A failure shows an error and keeps the typed values. */
export function RegisterForm() {
  const config = useConfig();
  const least = config?.password_min_length ?? 8;
  const form = useForm({
    schema: RegisterInput,
    initial,
    draft: 'register',
    draftOmits: ['password', 'admin_code'],
    validate: ({ password }) => (password.length < least ? { password: t('auth.password_short', { min: least }) } : {}),
    input: noInput,
    send: ({ admin_code, ...values }) => call(register, { body: admin_code ? { ...values, admin_code } : values }),
    successMessage: 'auth.register_success',
    errorMessage: 'auth.register_failed',
    onSuccess: (session) => {
      clearDraft(TAB_DRAFT);
      signIn(session);
    },
  });

  const asksCode = config?.admin_signup === 'code' && form.values.role === 'admin';
  return (
    <form className="boli-form" noValidate onSubmit={form.onSubmit}>
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
      <Button type="submit" fullWidth disabled={form.busy}>
        {t(form.busy ? 'auth.creating_account' : 'auth.create_account')}
      </Button>
    </form>
  );
}
