import { says } from '@boli/shared/core/fields';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { useFocusOnMount } from '../../core/focus';
import { useFields } from '../../core/form';
import { t } from '../../core/t';
import { OnlineButton } from '../../ui/OnlineButton';
import classes from './Admin.module.css';

const schema = z.object({ reference: z.string().trim().min(1, says('admin.reference_required')) });

interface ReferenceFormProps {
  /** The label of the field for screen readers, which names who receives the transfer. */
  fieldLabel: string;
  button: string;
  buttonLabel: string;
  busy: boolean;
  /** Whether the form replaces a pressed button, and takes over that button's focus. */
  takesFocus?: boolean;
  onSend: (reference: string) => void;
}

/** The bank's reference of a transfer and the button that records it. */
export function ReferenceForm({
  fieldLabel,
  button,
  buttonLabel,
  busy,
  takesFocus = false,
  onSend,
}: ReferenceFormProps) {
  const form = useFields({ schema, initial: { reference: '' }, allowEmptyOnBlur: true });
  const place = useFocusOnMount<HTMLInputElement>(takesFocus);
  return (
    <form noValidate className={classes.pay} onSubmit={form.submit((values) => onSend(values.reference.trim()))}>
      <TextInput
        ref={place}
        label={t('admin.payout_reference')}
        aria-label={fieldLabel}
        required
        maxLength={100}
        {...form.field('reference')}
      />
      <OnlineButton quiet type="submit" variant="default" loading={busy} aria-label={buttonLabel}>
        {button}
      </OnlineButton>
    </form>
  );
}
