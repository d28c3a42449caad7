import { z } from 'zod';
import {
  CancellationFee,
  confirmers,
  paymentMethods,
  paymentStatuses,
  refundStatuses,
  reviewStatuses,
} from '../bookings/bookings.schema';
import { parties } from '../bookings/bookings.state';
import { Driven } from '../bookings/driven.schema';
import { Id, Money, Page, says, TimeInput, Timestamp, text } from '../core/fields';
import { FeeRule, LevyAmount, Pass } from '../pricing/pricing.schema';
import { settlementStatuses } from '../settlements/settlements.schema';

/**
 * The accounts of the journal. The balances of `driver` and `customer` are per person; the balance of `levy` is what
 * the platform has to remit to the authorities.
 */
export const accounts = ['customer', 'driver', 'platform', 'promo', 'levy', 'gateway', 'bank'] as const;
export type Account = (typeof accounts)[number];

/**
 * The receipt of a completed ride, of the driven part of a ride that was cancelled in progress, or of a fee for
 * cancelling. The amounts add up to the paisa and are the same for both sides.
 */
export const Receipt = z.object({
  booking_id: Id,
  customer_name: z.string(),
  driver_name: z.string(),
  car_model: z.string(),
  vehicle_number: z.string().nullable(),
  pickup_location: z.string(),
  drop_location: z.string(),
  /** Straight-line distance, as agreed. */
  distance_km: z.number(),
  /**
   * The driven distance and time, for information only. Null until they are computed, and if too little was
   * recorded.
   */
  driven: Driven.nullable(),
  price: Money,
  promo_code: z.string().nullable(),
  discount_amount: Money,
  final_price: Money,
  platform_fee: Money,
  driver_earnings: Money,
  fee_rule: FeeRule,
  /**
   * The levies of the law. The levies that the driver bears are already subtracted from the driver's earnings. Missing if
   * there are none.
   */
  levies: z.array(LevyAmount).optional(),
  /** The fee for cancelling the booking; the amounts of the ride are then zero. Missing without such a fee. */
  cancellation_fee: CancellationFee.optional(),
  payment_method: z.enum(paymentMethods),
  payment_status: z.enum(paymentStatuses),
  payment_claimed_by: z.enum(parties).nullable(),
  payment_confirmed_by: z.enum(confirmers).nullable(),
  refund_status: z.enum(refundStatuses).nullable(),
  refund_amount: Money.nullable(),
  /** Whether the ride was cancelled in progress; the amounts are then those of the driven part. */
  is_part: z.boolean(),
  /** The gateway's payment id; null if the payment did not go through one. */
  payment_reference: z.string().nullable(),
  /** The scheduled time of the ride, if it had one. */
  scheduled_time: Timestamp.nullable(),
  created_at: Timestamp,
  accepted_at: Timestamp.nullable(),
  arrived_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  /** When the ride ended, completed or cancelled. */
  completed_at: Timestamp,
});
export type Receipt = z.infer<typeof Receipt>;

/**
 * The states of a payout: what the platform owes a driver for one booking, for example the driver's share of a gateway
 * payment, a promo discount, or a customer's fee for cancelling.
 */
export const payoutStatuses = ['owed', 'paid'] as const;

export const Payout = z.object({
  id: Id,
  booking_id: Id,
  driver_id: Id,
  driver_name: z.string(),
  amount: Money,
  payout_status: z.enum(payoutStatuses),
  reference: z.string().nullable(),
  created_at: Timestamp,
  paid_at: Timestamp.nullable(),
});
export type Payout = z.infer<typeof Payout>;
export const PayoutInput = z.object({ reference: text(100) });

export const Commission = z.object({
  driver_id: Id,
  driver_name: z.string(),
  total_rides: z.number().int(),
  total_commission: Money,
  paid: Money,
  pending: Money,
});
export type Commission = z.infer<typeof Commission>;

export const AdminStats = z.object({
  total_platform_earnings: Money,
  pending_collections: Money,
  collected_this_month: Money,
  total_rides: z.number().int(),
});
export type AdminStats = z.infer<typeof AdminStats>;

/** A day in India's time. */
export const DailyEarnings = z.object({ date: z.string(), rides: z.number().int(), earnings: Money, fees: Money });
export type DailyEarnings = z.infer<typeof DailyEarnings>;
export const DailyRevenue = z.object({
  date: z.string(),
  rides: z.number().int(),
  fares: Money,
  fees: Money,
  discounts: Money,
});
export type DailyRevenue = z.infer<typeof DailyRevenue>;
/** The rows are sums without a timestamp, so `before` cannot apply: a page skips the rows of the earlier pages. */
export const CommissionPage = Page.omit({ before: true }).extend({
  skip: z.coerce.number(says('common.skip')).int(says('common.skip')).min(0, says('common.skip')).default(0),
});

export const DaysQuery = z.object({
  days: z.coerce
    .number(says('ledger.days'))
    .int(says('ledger.days'))
    .min(1, says('ledger.days'))
    .max(366, says('ledger.days'))
    .default(30),
});

/** `from` is inclusive, `to` exclusive. */
export const StatementQuery = z.object({ from: TimeInput, to: TimeInput });
export const Statement = z.object({
  from: Timestamp,
  to: Timestamp,
  rows: z.array(
    z.object({
      booking_id: Id,
      completed_at: Timestamp,
      payment_method: z.enum(paymentMethods),
      price: Money,
      platform_fee: Money,
      discount_amount: Money,
      driver_earnings: Money,
      /** The sum of the levies that the driver bears; missing if there are none. */
      driver_levies: Money.optional(),
      received_directly: Money,
      settlement_status: z.enum(settlementStatuses),
      is_part: z.boolean(),
      review_status: z.enum(reviewStatuses).nullable(),
    }),
  ),
  /** The passes bought in the period, oldest first. */
  passes: z.array(Pass.extend({ settlement_status: z.enum(settlementStatuses) })),
  /** The fees that either side owes for cancelling in the period, oldest first; missing if there are none. */
  cancellations: z
    .array(
      CancellationFee.extend({
        booking_id: Id,
        cancelled_at: Timestamp,
        settlement_status: z.enum(settlementStatuses),
        /** True if an admin has waived the fee: it then counts as settled, and nobody pays it. Missing otherwise. */
        waived: z.boolean().optional(),
      }),
    )
    .optional(),
  totals: z.object({
    rides: z.number().int(),
    price: Money,
    platform_fee: Money,
    driver_earnings: Money,
    driver_levies: Money.optional(),
    received_directly: Money,
    /** The fees that customers have paid for cancelling, minus the fees that the driver owes; without waived fees. */
    cancellation_fees: Money.optional(),
    /** The sum of the prices of the passes in the period. */
    passes: Money,
  }),
  /** The amount that the driver owes the platform now, over all time; if negative, the platform owes the driver. */
  balance: Money,
});
export type Statement = z.infer<typeof Statement>;

export const exportKinds = ['settlements', 'payouts', 'commissions'] as const;
export const ExportParam = z.object({ kind: z.enum(exportKinds) });
