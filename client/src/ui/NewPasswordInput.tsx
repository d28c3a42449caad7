import type { PasswordInputProps } from '@mantine/core';
import { t } from '../core/t';
import { SecretInput } from './SecretInput';

interface NewPasswordInputProps extends PasswordInputProps {
  /** The minimum number of characters, which is a setting of the server. */
  least: number;
}

/** The field for a new password, with the server's requirements. */
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
