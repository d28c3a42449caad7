import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../core/t';

/** The minimum size of a touch target. */
const TARGET = '2.75rem';

/** A password field; the button that shows it is named 'Show characters'. */
export function SecretInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('auth.show_password'), tabIndex: 0 }}
      rightSectionWidth={TARGET}
      vars={() => ({ root: { '--psi-button-size': TARGET } })}
      {...props}
    />
  );
}
