import { z } from 'zod';
import { Id, Money, says, Timestamp, text } from '../core/fields';

export const settlementStatuses = ['pending', 'paid'] as const;

export const Settlement = z.object({
  id: Id,
  booking_id: Id,
  driver_id: Id,
  driver_name: z.string(),
  platform_fee: Money,
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
  /** `gateway` is refused here: only the server sets it, for rides that were paid through the gateway. */
  payment_method: text(40).refine((method) => method !== 'gateway', says('admin.settlement_method')),
  payment_reference: text(100),
});
