import mongoose from 'mongoose';
import {
  documentSchema,
  flag,
  nullable,
  number,
  oneOf,
  optional,
  partial,
  type Stored,
  text,
  time,
} from '../store/document';

const holderFields = {
  customer_id: text,
  booking_id: text,
  ride_request_id: text,
  /** The number of this use among the customer's uses of the code, from 1. */
  nth: number,
  /** Whether the code is for first rides only. A customer has at most one such redemption, whatever the code. */
  first_ride: flag,
  taken_at: time,
  /** Set while it is not known whether the booking is stored. */
  unsettled_since: optional(time),
  /** The booking's discount, in paise; 0 until the booking is stored. */
  discount_paise: number,
  /** Set while the redemption is being released: it no longer counts as a use of the code. */
  released_at: optional(time),
};

/** The holder of a redemption: one use of a code by one booking. */
export type RedemptionHolder = Stored<typeof holderFields>;

const redemptionFields = {
  _id: text,
  code: text,
  /**
   * Its number among the redemptions of the code; null for a code without a limit, whose redemptions are deleted on
   * release.
   */
  number: nullable(number),
  state: oneOf(['free', 'taken']),
  ...partial(holderFields),
};

/**
 * One use of a promo code. The redemptions of a code with a total limit are numbered up to that limit, so that there
 * can never be more of them.
 */
export type RedemptionDocument = Stored<typeof redemptionFields>;

const schema = documentSchema('promo_uses', redemptionFields);
schema.index({ code: 1, state: 1, taken_at: 1 });
schema.index({ unsettled_since: 1 }, { sparse: true });
// The arbiters of three rules: a maximum of uses for each customer, one use for a booking, one first ride for a
// customer.
const taken = { state: 'taken' };
schema.index({ customer_id: 1, code: 1, nth: 1 }, { unique: true, partialFilterExpression: taken });
schema.index({ booking_id: 1 }, { unique: true, partialFilterExpression: taken });
schema.index(
  { customer_id: 1, first_ride: 1 },
  { unique: true, partialFilterExpression: { state: 'taken', first_ride: true } },
);

export const RedemptionModel = mongoose.model<RedemptionDocument>('PromoUse', schema);
