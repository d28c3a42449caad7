import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { t } from '../core/t';

/** What became of a payment as one word: its status, whether the other side agrees, or that it is given back. */
export type PaymentWord = 'pending' | 'completed' | 'claimed' | 'due' | 'review' | 'refunded';

type Paid = Pick<Booking, 'payment_status' | 'refund_status' | 'payment_claimed_by' | 'payment_confirmed_by'>;

/** The word of a booking, a receipt or an entry of the history. */
export function paymentWord({ payment_status, refund_status, ...said }: Paid): PaymentWord {
  if (refund_status) return refund_status;
  if (payment_status === 'pending' || said.payment_confirmed_by || !said.payment_claimed_by) return payment_status;
  return 'claimed';
}

/** The same as a text. */
export function paymentText(paid: Paid): string {
  const word = paymentWord(paid);
  if (word === 'pending' || word === 'completed') return t(`payments.status.${word}`);
  if (word === 'claimed') return `${t('payments.status.completed')}, ${t('payments.not_confirmed_yet')}`;
  return t(`payments.refund.${word}`);
}
