import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../core/t';

/** A password field; the button that shows it is named 'Show characters'. */
export function SecretInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('auth.show_password'), tabIndex: 0, size: 36 }}
      {...props}
    />
  );
}
