import type { Booking, Fare } from '@boli/shared/bookings/bookings.schema';
import { type BookingStatus, isDead } from '@boli/shared/bookings/bookings.state';
import { t } from '../core/t';

/**
 * The state of a payment: its status, a claim that is not yet confirmed (`claimed`, or `cash`), or its refund.
 * `not_charged`: the payment stays pending, because the booking ended without a ride.
 */
export type PaymentState =
  | 'pending'
  | 'not_charged'
  | 'completed'
  | 'claimed'
  | 'cash'
  | 'due'
  | 'review'
  | 'refunded'
  | 'partly_refunded';

type Paid = Pick<Booking, 'payment_status' | 'refund_status' | 'payment_claimed_by' | 'payment_confirmed_by'> & {
  part_fare?: Fare | null;
  payment_method?: Booking['payment_method'];
  /** Missing in types that describe only completed rides. */
  status?: BookingStatus;
  /** True for the receipt of a part of the fare. */
  is_part?: boolean;
};

const isCharged = (part: Fare | null | undefined) => part !== null && part !== undefined && part.final_price > 0;

/**
 * The amount that the customer pays, in rupees: the fare, or the charged part of a ride that was cancelled in progress.
 */
export function chargedPrice({ part_fare, total_price }: Pick<Booking, 'part_fare' | 'total_price'>): number {
  return part_fare && isCharged(part_fare) ? part_fare.final_price : total_price;
}

/** The payment state of a booking, a receipt or an entry of the history. */
export function paymentState({
  payment_status,
  refund_status,
  part_fare,
  is_part,
  status,
  ...said
}: Paid): PaymentState {
  if (refund_status === 'refunded' && (is_part || isCharged(part_fare))) return 'partly_refunded';
  if (refund_status) return refund_status;
  const isUnpaid = payment_status === 'pending' && !said.payment_claimed_by;
  if (isUnpaid && status && isDead(status) && !isCharged(part_fare)) return 'not_charged';
  if (payment_status === 'pending' || said.payment_confirmed_by || !said.payment_claimed_by) return payment_status;
  return said.payment_method === 'cash' ? 'cash' : 'claimed';
}

/** The text of the payment state. */
export function paymentText(paid: Paid): string {
  const word = paymentState(paid);
  if (word === 'pending' || word === 'completed') return t(`payments.status.${word}`);
  if (word === 'not_charged') return `${t('payments.status.pending')}, ${t('payments.not_charged')}`;
  if (word === 'claimed') return `${t('payments.status.completed')}, ${t('payments.not_confirmed_yet')}`;
  if (word === 'cash') return `${t('payments.status.completed')}, ${t('payments.cash_to_confirm')}`;
  return t(`payments.refund.${word}`);
}
