import { bookings } from '../bookings/bookings.repository';
import { record } from '../ledger/journal';
import type { PaymentDocument } from './payments.model';

/** Writes the entry of a captured payment: the gateway holds the money, and the customer owes that much less. */
export async function recordPayment(payment: PaymentDocument): Promise<void> {
  await enter(payment, { _id: `payment:${payment._id}`, at: payment.created_at, amount: payment.amount_paise });
}

/** Writes the entry of a refund. */
export async function recordRefund(payment: PaymentDocument, at: Date): Promise<void> {
  const back = payment.refund_paise ?? payment.amount_paise;
  await enter(payment, { _id: `refund:${payment._id}`, at, amount: -back });
}

async function enter(payment: PaymentDocument, entry: { _id: string; at: Date; amount: number }): Promise<void> {
  // A payment that is parked, or has a wrong amount or currency, has no entry: it does not pay a booking.
  if (payment.state === 'parked' || payment.state === 'mismatch' || !payment.booking_id) return;
  const booking = await bookings.byId(payment.booking_id);
  if (!booking) throw new Error(`the payment ${payment._id} is for a booking that does not exist`);
  const { amount } = entry;
  await record({
    _id: entry._id,
    booking_id: booking._id,
    at: entry.at,
    lines: [
      { account: 'gateway', party_id: null, amount_paise: amount },
      { account: 'customer', party_id: booking.customer_id, amount_paise: -amount },
    ],
  });
}
