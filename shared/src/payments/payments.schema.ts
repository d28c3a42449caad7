import { z } from 'zod';
import { Booking } from '../bookings/bookings.schema';
import { CURRENCY } from '../core/constants';
import { Id, Money, says } from '../core/fields';

/** What the customer asks an order for; `amount` in rupees has to be what is due. */
export const OrderInput = z.object({
  booking_id: Id,
  amount: Money.min(0),
  currency: z
    .literal(CURRENCY, says('payments.currency'))
    .nullish()
    .transform(() => CURRENCY),
});

/** An open order at the gateway; `amount` in paise, as the gateway's checkout takes it. */
export const Order = z.object({
  order_id: z.string(),
  amount: z.number().int(),
  currency: z.literal(CURRENCY),
  key_id: z.string(),
});
export type Order = z.infer<typeof Order>;

const token = z.string().trim().min(1, says('common.required')).max(200, says('common.too_long'));

/** What the checkout gave back after a payment. */
export const VerifyInput = z.object({ order_id: token, payment_id: token, signature: token, booking_id: Id });
export const Verified = z.object({ success: z.literal(true), booking: Booking });

/** What somebody does on the built-in test checkout: pays, fails, or pays and never comes back. */
export const SimulatedInput = z.object({ outcome: z.enum(['pay', 'fail', 'vanish']) });
export const SimulatedParams = z.object({ order_id: z.string().max(100) });
/** As a gateway's checkout would hand it to its page; nulls where the payment failed or its maker vanished. */
export const SimulatedAnswer = z.object({
  order_id: z.string(),
  payment_id: z.string().nullable(),
  signature: z.string().nullable(),
});

export const RefundInput = z.object({ reference: token.max(100) });
export const BookingIdParam = z.object({ booking_id: Id });
