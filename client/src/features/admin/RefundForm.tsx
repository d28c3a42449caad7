import { fareAfterRefund, toPaise, toRupees } from '@boli/shared/core/money';
import type { Refund } from '@boli/shared/payments/payments.schema';
import { RefundInput } from '@boli/shared/payments/payments.schema';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatMoney } from '../../core/money';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import classes from './Admin.module.css';
import type { Settling } from './admin.actions';
import { useArrival } from './use-arrival';

interface RefundFormProps {
  refund: Refund;
  busy: boolean;
  /** It came in the place of a button that was pressed. */
  arrives: boolean;
  onSend: (decision: Settling) => void;
}

/** The typed rupees; null where they cannot go back of this ride. */
function amountOf(typed: string, { final_price }: Refund): number | null {
  const amount = typed.trim() === '' ? Number.NaN : Number(typed);
  return RefundInput.shape.amount.safeParse(amount).success && amount <= final_price ? amount : null;
}

/** What the driver earns of what stays, in rupees. */
function shareOf({ price, final_price }: Refund, amount: number): number {
  return toRupees(fareAfterRefund({ price: toPaise(price), final: toPaise(final_price) }, toPaise(amount)).earnings);
}

/** How much of a ride that was cancelled under way goes back: the proposal, which the admin may change. */
export function RefundForm({ refund, busy, arrives, onSend }: RefundFormProps) {
  const [typed, setTyped] = useState(String(refund.proposed_refund ?? ''));
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<{ amount?: string; reference?: string }>({});
  const place = useArrival<HTMLInputElement>(arrives);
  const names = { customer: refund.customer_name, booking: shortId(refund.id) };
  const amount = amountOf(typed, refund);
  // The gateway pays back by itself, and for nothing there is no transfer.
  const isTransferred = refund.payment_confirmed_by !== 'gateway' && amount !== 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isReferred = !isTransferred || reference.trim() !== '';
    setFault({
      ...(amount === null && { amount: t('admin.refund_amount_range', { most: formatMoney(refund.final_price) }) }),
      ...(!isReferred && { reference: t('admin.reference_required') }),
    });
    if (amount !== null && isReferred) onSend({ amount, reference: isTransferred ? reference.trim() : null });
  };
  return (
    <form noValidate className={classes.pay} onSubmit={send}>
      <TextInput
        ref={place}
        label={t('admin.refund_amount')}
        aria-label={t('admin.refund_amount_of', names)}
        description={amount !== null && t('admin.refund_share', { share: formatMoney(shareOf(refund, amount)) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        leftSection="₹"
        required
        maxLength={12}
        value={typed}
        error={fault.amount}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault({ ...fault, amount: undefined });
        }}
      />
      {isTransferred && (
        <TextInput
          label={t('admin.payout_reference')}
          aria-label={t('admin.refund_reference_of', names)}
          required
          maxLength={100}
          value={reference}
          error={fault.reference}
          onChange={(event) => {
            setReference(event.currentTarget.value);
            setFault({ ...fault, reference: undefined });
          }}
        />
      )}
      <Button type="submit" variant="default" loading={busy} aria-label={t('admin.refund_decide_of', names)}>
        {t('admin.refund_decide')}
      </Button>
    </form>
  );
}
