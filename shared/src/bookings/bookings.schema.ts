import { z } from 'zod';
import { Eta } from '../arrival/arrival.schema';
import { Id, Money, oneLine, optional, optionalText, says, Timestamp, text, Version } from '../core/fields';
import { Road, Shape } from '../geo/geo.schema';
import { LawText } from '../jurisdictions/jurisdictions.schema';
import { FeeRule, LevyAmount } from '../pricing/pricing.schema';
import { Quote } from '../rides/quotes.schema';
import { DropIsArea, PickupIsApproximate, RouteFields } from '../rides/rides.schema';
import { bookingStatuses, parties } from './bookings.state';
import { Driven } from './driven.schema';

export const paymentMethods = ['cash', 'phonepe', 'google_pay', 'paytm', 'upi', 'online'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
export const paymentStatuses = ['pending', 'completed'] as const;
/** Paid from the customer's UPI app to the driver's UPI ID, outside the gateway. */
export const directUpiMethods = ['phonepe', 'google_pay', 'paytm', 'upi'] as const satisfies readonly PaymentMethod[];
/** The four payment methods that are offered when booking (specification, section 2). */
export const bookingMethods = ['cash', 'phonepe', 'google_pay', 'paytm'] as const satisfies readonly PaymentMethod[];

/** Who can confirm a payment: the side that did not claim it, an admin, or the gateway. */
export const confirmers = ['customer', 'driver', 'admin', 'gateway'] as const;
export type Confirmer = (typeof confirmers)[number];
/** `due`: has to be refunded; `review`: an admin decides the amount; `refunded`: refunded in full or in part. */
export const refundStatuses = ['due', 'review', 'refunded'] as const;
export type RefundStatus = (typeof refundStatuses)[number];
/**
 * The review of a ride that was completed without a plausible drive. While it is pending, the payout and the promo
 * credit wait for an admin.
 */
export const reviewStatuses = ['pending', 'cleared', 'refused'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/**
 * A fare and its split, in rupees: `final_price` = `driver_earnings` + `platform_fee` + `driver_levies` -
 * `discount_amount`.
 */
export const Fare = z.object({
  price: Money,
  discount_amount: Money,
  final_price: Money,
  platform_fee: Money,
  driver_earnings: Money,
  /** The sum of the law's levies that the driver bears; the field is missing if there are none. */
  driver_levies: Money.optional(),
});
export type Fare = z.infer<typeof Fare>;

const spellings: Record<string, PaymentMethod> = { gpay: 'google_pay', googlepay: 'google_pay' };
const PaymentMethodInput = z.preprocess(
  (method) => (typeof method === 'string' ? (spellings[method] ?? method) : method),
  z.enum(paymentMethods, says('payments.method_required')),
);

/** The fee of one side for cancelling, in rupees, with the words of its rule. */
export const CancellationFee = z.object({
  by: z.enum(['customer', 'driver']),
  amount: Money,
  rule: z.union([z.string(), LawText]),
});
export type CancellationFee = z.infer<typeof CancellationFee>;
const CancellationCost = CancellationFee.omit({ by: true });

export const Booking = z.object({
  id: Id,
  status: z.enum(bookingStatuses),
  ride_request_id: Id,
  quote_id: Id,
  /** The quote as it was booked. */
  quote: Quote,
  customer_id: Id,
  customer_name: z.string(),
  /** For the driver, from `accepted` until a day after the ride; else null. */
  customer_phone: z.string().nullable(),
  driver_id: Id,
  driver_name: z.string(),
  /** For the customer, from `accepted` until a day after the ride; else null. */
  driver_phone: z.string().nullable(),
  car_model: z.string(),
  /** The number of the driver's car as it was when booked; null if the profile had none. */
  vehicle_number: z.string().nullable(),
  ...RouteFields,
  /** True only for the driver, and only before the driver has accepted. */
  pickup_is_approximate: PickupIsApproximate,
  drop_is_area: DropIsArea,
  /** Straight-line distance. */
  distance_km: z.number(),
  /** Null in bookings from before the field existed. */
  road: Road.nullable(),
  is_scheduled: z.boolean(),
  scheduled_time: Timestamp.nullable(),
  price: Money,
  promo_code: z.string().nullable(),
  discount_amount: Money,
  final_price: Money,
  /** Equal to `final_price`: the specification names both. */
  total_price: Money,
  platform_fee: Money,
  driver_earnings: Money,
  /** The rule by which the fee was computed: the one that applied when the booking was made. */
  fee_rule: FeeRule,
  /** The law's levies on the whole fare, which the platform pays to the authorities; missing if there are none. */
  levies: z.array(LevyAmount).optional(),
  /** The fee that was charged for cancelling, and to which side; missing if none was. */
  cancellation_fee: CancellationFee.optional(),
  /**
   * The fee that the reader would be charged for cancelling the booking now; missing if there is none. For a started
   * ride it is computed as if nothing of the ride had been driven.
   */
  cancel_cost: CancellationCost.optional(),
  payment_method: z.enum(paymentMethods),
  payment_status: z.enum(paymentStatuses),
  /** Who first claimed that a payment outside the gateway was made; `system` for cash at the end of the ride. */
  payment_claimed_by: z.enum(parties).nullable(),
  payment_claimed_at: Timestamp.nullable(),
  payment_confirmed_by: z.enum(confirmers).nullable(),
  payment_confirmed_at: Timestamp.nullable(),
  refund_status: z.enum(refundStatuses).nullable(),
  /** The amount to refund, once it is decided; null before, and if nothing is refunded. */
  refund_amount: Money.nullable(),
  /** The fare for the driven part of a ride that was cancelled in progress, once an admin has decided it; else null. */
  part_fare: Fare.nullable(),
  /**
   * The split of the fare on which the driver's share is based; null if the driver gets nothing of it, and for customers.
   */
  driver_fare: Fare.nullable(),
  review_status: z.enum(reviewStatuses).nullable(),
  /** The reason why the review refused the ride, for its driver and admins; else null. */
  review_note: z.string().nullable(),
  driver_upi_id: z.string().nullable(),
  driver_lat: z.number().nullable(),
  driver_lng: z.number().nullable(),
  driver_location_at: Timestamp.nullable(),
  /** The driver's eta; null without a position of the last 30 seconds. */
  eta: Eta.nullable(),
  has_rating: z.boolean(),
  rating: z.number().int().nullable(),
  cancelled_by: z.enum(parties).nullable(),
  cancellation_reason: z.string().nullable(),
  created_at: Timestamp,
  /** Until when the driver has to answer; missing once the booking is not pending any more. */
  answer_by: Timestamp.optional(),
  accepted_at: Timestamp.nullable(),
  /** When the driver came to the pickup of the accepted booking; null before, and if no arrival was noticed. */
  arrived_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  cancelled_at: Timestamp.nullable(),
  /** Computed some seconds after the ride has ended; null before, and if too little was recorded. */
  driven: Driven.nullable(),
  version: Version,
  /** Present only in the response to a read of this one booking, not in lists and pushes. */
  shape: Shape.optional(),
});
export type Booking = z.infer<typeof Booking>;

/**
 * `discount_amount` and `final_price` are what the customer was shown: the server computes both itself and refuses a
 * difference. Null: not compared.
 */
export const BookingInput = z.object({
  quote_id: Id,
  payment_method: PaymentMethodInput,
  promo_code: optionalText(z.string().overwrite(oneLine).trim().toUpperCase().max(40)),
  discount_amount: optional(Money.min(0)),
  final_price: optional(Money.min(0)),
});

export const StatusQuery = z.object({
  status: z.enum(['accepted', 'rejected', 'in_progress', 'completed'], says('bookings.status_required')),
});

export const CancelInput = z.object({
  reason: text(500, 'cancel.reason_required', 'cancel.reason_long'),
  /** Accepted and ignored: the caller's role decides. */
  cancelled_by: optional(z.string().max(40)),
  /**
   * The fee for cancelling (rupees) that the caller was shown: the server refuses to cancel if the fee is higher now. Null:
   * not compared.
   */
  fee: optional(Money.min(0)),
});

export const MethodInput = z.object({
  payment_method: PaymentMethodInput,
  payment_status: optional(z.literal('pending')),
});
export const PaidInput = z.object({ payment_status: z.literal('completed') });

export const historyFilters = ['all', 'completed', 'cancelled'] as const;
export const HistoryQuery = z.object({ status: z.enum(historyFilters, says('history.filter')).default('all') });

export const HistoryEntry = z.object({
  booking_id: Id,
  status: z.enum(bookingStatuses),
  rating: z.number().int().nullable(),
  pickup_location: z.string(),
  drop_location: z.string(),
  distance_km: z.number(),
  driven: Driven.nullable(),
  created_at: Timestamp,
  payment_method: z.enum(paymentMethods),
  /** As it was quoted, before a discount. */
  price: Money,
  total_price: Money,
  /** The driver's earnings from the whole fare; null for customers. */
  driver_earnings: Money.nullable(),
  /**
   * The driver's earnings from the fare that is charged, without a fee for cancelling; null if no fare is charged, and
   * for customers.
   */
  driver_earned: Money.nullable(),
  part_fare: Fare.nullable(),
  payment_status: z.enum(paymentStatuses),
  payment_claimed_by: z.enum(parties).nullable(),
  payment_confirmed_by: z.enum(confirmers).nullable(),
  refund_status: z.enum(refundStatuses).nullable(),
  scheduled_time: Timestamp.nullable(),
  customer_name: z.string(),
  driver_name: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
