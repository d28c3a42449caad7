import { fareAfterRefund, toPaise, toRupees } from '@boli/shared/core/money';
import type { Refund } from '@boli/shared/payments/payments.schema';
import { RefundInput } from '@boli/shared/payments/payments.schema';
import { ruleInPaise } from '@boli/shared/pricing/pricing.schema';
import { TextInput } from '@mantine/core';
import { useFocusOnMount } from '../../core/focus';
import { type FieldErrors, useFields } from '../../core/form';
import { formatMoney } from '../../core/money';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { OnlineButton } from '../../ui/OnlineButton';
import classes from './Admin.module.css';
import type { RefundDecision } from './admin.actions';

interface RefundFormProps {
  refund: Refund;
  busy: boolean;
  /** Whether the form replaces a pressed button, and takes over that button's focus. */
  takesFocus: boolean;
  onSend: (decision: RefundDecision) => void;
}

/** The typed amount in rupees; null when it cannot be refunded for this ride. */
function amountOf(typed: string, { final_price }: Refund): number | null {
  const amount = typed.trim() === '' ? Number.NaN : Number(typed);
  return RefundInput.shape.amount.safeParse(amount).success && amount <= final_price ? amount : null;
}

/** What the driver earns when `amount` is refunded; both in rupees. */
function shareOf({ price, final_price, fee_rule }: Refund, amount: number): number {
  const whole = { price: toPaise(price), final: toPaise(final_price) };
  return toRupees(fareAfterRefund(whole, toPaise(amount), ruleInPaise(fee_rule)).earnings);
}

interface Typed {
  amount: string;
  reference: string;
}

/** Whether a bank transfer is needed: not for gateway refunds, and not for an amount of zero. */
const isTransferred = ({ payment_confirmed_by }: Refund, amount: number | null) =>
  payment_confirmed_by !== 'gateway' && amount !== 0;

/** Validates what the endpoint's schema cannot: the limits that depend on this refund. */
function validateRefund(typed: Typed, refund: Refund): FieldErrors<Typed> {
  const amount = amountOf(typed.amount, refund);
  const isMissing = isTransferred(refund, amount) && typed.reference.trim() === '';
  return {
    ...(amount === null && { amount: t('admin.refund_amount_range', { most: formatMoney(refund.final_price) }) }),
    ...(isMissing && { reference: t('admin.reference_required') }),
  };
}

/** The form for the refund of a ride that was cancelled in progress; it starts with the proposed amount. */
export function RefundForm({ refund, busy, takesFocus, onSend }: RefundFormProps) {
  const place = useFocusOnMount<HTMLInputElement>(takesFocus);
  const names = { customer: refund.customer_name, booking: shortId(refund.id) };
  const form = useFields({
    initial: { amount: String(refund.proposed_refund ?? ''), reference: '' },
    allowEmptyOnBlur: true,
    validate: (typed) => validateRefund(typed, refund),
  });
  const amount = amountOf(form.values.amount, refund);
  const isReferred = isTransferred(refund, amount);
  const send = (typed: Typed) => {
    const decided = amountOf(typed.amount, refund);
    onSend({ amount: decided, reference: isTransferred(refund, decided) ? typed.reference.trim() : null });
  };
  return (
    <form noValidate className={classes.pay} onSubmit={form.submit(send)}>
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
        {...form.field('amount')}
      />
      {isReferred && (
        <TextInput
          label={t('admin.payout_reference')}
          aria-label={t('admin.refund_reference_of', names)}
          required
          maxLength={100}
          {...form.field('reference')}
        />
      )}
      <OnlineButton
        quiet
        type="submit"
        variant="default"
        loading={busy}
        aria-label={t('admin.refund_decide_of', names)}
      >
        {t('admin.refund_decide')}
      </OnlineButton>
    </form>
  );
}
