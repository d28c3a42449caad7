import { gatewayNames } from '@boli/shared/app/app.schema';
import mongoose from 'mongoose';
import { documentSchema, nullable, number, oneOf, optional, paise, type Stored, text, time } from '../store/document';

/**
 * - `parked`: signed by the gateway, but for an order that is unknown here; its booking is being searched for.
 * - `captured`: the money is at the gateway, for a booking that it pays or is about to pay.
 * - `mismatch`: another amount or currency than the booking's; an admin has to decide.
 * - `refund_due`, `refunded`: `refund_paise` of the payment has to be refunded, or was refunded.
 */
const paymentStates = ['parked', 'captured', 'mismatch', 'refund_due', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

const paymentFields = {
  _id: text,
  gateway: oneOf(gatewayNames),
  order_id: text,
  /** Null while the payment is parked. */
  booking_id: nullable(text),
  amount_paise: paise,
  currency: text,
  state: oneOf(paymentStates),
  /** The amount to refund; missing for the whole payment. */
  refund_paise: optional(paise),
  refund_id: nullable(text),
  created_at: time,
  refunded_at: nullable(time),
  /** When to make the next attempt to refund the payment or, for a parked payment, to find its booking. */
  attempt_at: optional(time),
  attempts: number,
  /** Set while consequences are pending. */
  follow_up: optional(time),
  version: number,
};

/** A payment at the gateway, under the gateway's id. */
export type PaymentDocument = Stored<typeof paymentFields>;

const schema = documentSchema('payments', paymentFields);
schema.index({ booking_id: 1 });
schema.index({ follow_up: 1 }, { sparse: true });
schema.index({ attempt_at: 1 }, { sparse: true });

export const PaymentModel = mongoose.model<PaymentDocument>('Payment', schema);
