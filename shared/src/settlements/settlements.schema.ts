import { z } from 'zod';
import { Id, Money, says, Timestamp, text } from '../core/fields';
import { passSpans } from '../pricing/pricing.schema';

export const settlementStatuses = ['pending', 'paid'] as const;

/** What is owed: the fee of one ride, the price of a pass, or a fee for cancelling a booking. */
export const settlementKinds = ['ride', 'pass', 'cancellation'] as const;

/** The payment method of a fee for cancelling that an admin has waived: nobody pays it. */
export const WAIVED = 'waived';

export const Settlement = z.object({
  id: Id,
  kind: z.enum(settlementKinds),
  /** The ride, or the cancelled booking; null for a pass. */
  booking_id: Id.nullable(),
  /** The pass; null for a ride or a cancelled booking. */
  pass: z.object({ span: z.enum(passSpans), starts_at: Timestamp, ends_at: Timestamp }).nullable(),
  driver_id: Id,
  driver_name: z.string(),
  /** Who owes a fee for cancelling; missing for rides and passes, which are always settled with the driver. */
  cancellation: z.object({ by: z.enum(['customer', 'driver']), payer_name: z.string() }).optional(),
  platform_fee: Money,
  /** The sum of the levies that the driver bears; missing without any. */
  driver_levies: Money.optional(),
  discount_credit: Money,
  net_due: Money,
  due_date: Timestamp,
  settlement_status: z.enum(settlementStatuses),
  payment_method: z.string().nullable(),
  payment_reference: z.string().nullable(),
  paid_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type Settlement = z.infer<typeof Settlement>;

export const SettlementInput = z.object({
  settlement_status: z.literal('paid', says('admin.settlement_status')),
  /**
   * `gateway` is refused here: only the server sets it, for rides that were paid through the gateway. `waived` is
   * accepted only for a fee for cancelling. Other spellings of either word are refused, because they would be stored as
   * payments.
   */
  payment_method: text(40)
    .refine((method) => method.toLowerCase() !== 'gateway', says('admin.settlement_method'))
    .refine((method) => method === WAIVED || method.toLowerCase() !== WAIVED, says('admin.settlement_method_waived')),
  payment_reference: text(100),
});
