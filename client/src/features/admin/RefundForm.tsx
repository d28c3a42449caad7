import type { Refund } from '@boli/shared/payments/payments.schema';
import { RefundInput } from '@boli/shared/payments/payments.schema';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatMoney } from '../../core/money';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import classes from './Admin.module.css';

interface RefundFormProps {
  refund: Refund;
  busy: boolean;
  onSend: (reference: string, amount: number) => void;
}

/** How much of a ride that was cancelled under way goes back: the proposal, which the admin may change. */
export function RefundForm({ refund, busy, onSend }: RefundFormProps) {
  const [amount, setAmount] = useState(String(refund.proposed_refund ?? ''));
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<{ amount?: string; reference?: string }>({});
  const names = { customer: refund.customer_name, booking: shortId(refund.id) };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = amount.trim() === '' ? Number.NaN : Number(amount);
    const isAmount = RefundInput.shape.amount.safeParse(typed).success && typed <= refund.final_price;
    const faults = {
      ...(!isAmount && { amount: t('admin.refund_amount_range', { most: formatMoney(refund.final_price) }) }),
      ...(reference.trim() === '' && { reference: t('admin.reference_required') }),
    };
    setFault(faults);
    if (isAmount && !faults.reference) onSend(reference.trim(), typed);
  };
  return (
    <form noValidate className={classes.pay} onSubmit={send}>
      <TextInput
        label={t('admin.amount')}
        aria-label={t('admin.refund_amount_of', names)}
        inputMode="decimal"
        leftSection="₹"
        required
        maxLength={12}
        value={amount}
        error={fault.amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <TextInput
        label={t('admin.payout_reference')}
        aria-label={t('admin.refund_reference_of', names)}
        required
        maxLength={100}
        value={reference}
        error={fault.reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={busy} aria-label={t('admin.refund_decide_of', names)}>
        {t('admin.refund_decide')}
      </Button>
    </form>
  );
}
