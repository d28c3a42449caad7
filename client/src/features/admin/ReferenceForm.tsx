import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '../../core/t';
import classes from './Admin.module.css';
import { useArrival } from './use-arrival';

interface ReferenceFormProps {
  /** Names the field for readers: whose transfer it is. */
  fieldLabel: string;
  button: string;
  buttonLabel: string;
  busy: boolean;
  /** It came in the place of a button that was pressed. */
  arrives?: boolean;
  onSend: (reference: string) => void;
}

/** The bank's reference of a transfer and the button that records it. */
export function ReferenceForm({ fieldLabel, button, buttonLabel, busy, arrives = false, onSend }: ReferenceFormProps) {
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const place = useArrival<HTMLInputElement>(arrives);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reference.trim() === '') setFault(t('admin.reference_required'));
    else onSend(reference.trim());
  };
  return (
    <form noValidate className={classes.pay} onSubmit={send}>
      <TextInput
        ref={place}
        label={t('admin.payout_reference')}
        aria-label={fieldLabel}
        required
        maxLength={100}
        value={reference}
        error={fault}
        onChange={(event) => {
          setReference(event.currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" variant="default" loading={busy} aria-label={buttonLabel}>
        {button}
      </Button>
    </form>
  );
}
