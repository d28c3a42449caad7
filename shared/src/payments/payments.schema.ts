import { z } from 'zod';
import { Booking } from '../bookings/bookings.schema';
import { CURRENCY } from '../core/constants';
import { Id, Money, oneLine, optional, optionalText, says } from '../core/fields';

/** The input for an order; `amount` in rupees has to be the amount due. */
export const OrderInput = z.object({
  booking_id: Id,
  amount: Money.min(0),
  currency: z
    .literal(CURRENCY, says('payments.currency'))
    .nullish()
    .transform(() => CURRENCY),
});

/** An open order at the gateway; `amount` in paise, as the gateway's checkout requires it. */
export const Order = z.object({
  order_id: z.string(),
  amount: z.number().int(),
  currency: z.literal(CURRENCY),
  key_id: z.string(),
});
export type Order = z.infer<typeof Order>;

const token = z.string().overwrite(oneLine).trim().min(1, says('common.required')).max(200, says('common.too_long'));

/** The result that the checkout returns after a payment. */
export const VerifyInput = z.object({ order_id: token, payment_id: token, signature: token, booking_id: Id });
export const Verified = z.object({ success: z.literal(true), booking: Booking });

/** The payer's action on the simulated checkout: pays, fails, or pays and never returns. */
export const SimulatedInput = z.object({ outcome: z.enum(['pay', 'fail', 'vanish']) });
export const SimulatedParams = z.object({ order_id: z.string().max(100) });
/**
 * The result that the simulated checkout returns to the app's page, as a real gateway's checkout does. `payment_id` and
 * `signature` are null if the payment failed or the payer did not return.
 */
export const SimulatedAnswer = z.object({
  order_id: z.string(),
  payment_id: z.string().nullable(),
  signature: z.string().nullable(),
});

/**
 * `reference` identifies the transfer; it may be left out if nobody makes a transfer, because the gateway refunds or the
 * amount is zero. `amount` in rupees is the refund; it may be left out if `refund_status` is `due`.
 */
export const RefundInput = z.object({ reference: optional(token.max(100)), amount: optional(Money.min(0)) });
/** The recorded distance and time between the start of a ride and its end; null if nothing was measured. */
const Drive = { driven_km: z.number().nullable(), driven_seconds: z.number().int().nullable() };
/** A refund as admins see it, with the amounts that the rules propose. */
export const Refund = Booking.extend({
  ...Drive,
  /** Null while the payment is only claimed, because nothing is refunded before it is confirmed. */
  proposed_refund: Money.nullable(),
  /** The driver's earnings from the part of the fare that is not refunded. */
  proposed_earnings: Money.nullable(),
});
export type Refund = z.infer<typeof Refund>;

/** A ride completed without a plausible drive, as admins see it. */
export const Review = Booking.extend(Drive);
export type Review = z.infer<typeof Review>;
/** `note` of a refusal is the reason that is shown to the driver. */
export const ReviewInput = z
  .object({
    decision: z.enum(['cleared', 'refused'], says('reviews.decision_required')),
    note: optionalText(z.string().overwrite(oneLine).trim().max(500, says('common.too_long'))),
  })
  .refine(({ decision, note }) => decision !== 'refused' || (note !== null && note !== ''), {
    path: ['note'],
    error: says('reviews.reason_required'),
  });
export type ReviewDecision = z.output<typeof ReviewInput>;
export const BookingIdParam = z.object({ booking_id: Id });
