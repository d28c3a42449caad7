import type { PasswordInputProps } from '@mantine/core';
import { t } from '../core/t';
import { SecretInput } from './SecretInput';

interface NewPasswordInputProps extends PasswordInputProps {
  /** How many characters the server asks for at least. */
  least: number;
}

/** The field of a password that is chosen now, with what the server asks of one. */
export function NewPasswordInput({ least, ...field }: NewPasswordInputProps) {
  return (
    <SecretInput
      label={t('auth.new_password')}
      autoComplete="new-password"
      required
      description={t('auth.password_hint', { min: least })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field}
    />
  );
}
