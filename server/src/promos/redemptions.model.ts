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
  /** Which of the customer's uses of this code it is, from 1. */
  nth: number,
  /** Taken by a code for first rides: a customer has one of those, whatever the code. */
  first_ride: flag,
  taken_at: time,
  /** While it is not known whether the booking came about. */
  unsettled_since: optional(time),
  /** What the booking takes off, in paise; 0 until it is stored. */
  discount_paise: number,
};

/** Who holds a redemption: one use of a code by one booking. */
export type RedemptionHolder = Stored<typeof holderFields>;

const redemptionFields = {
  _id: text,
  code: text,
  /**
   * Its number among the redemptions of the code; null where the code has no limit: then the document is deleted when
   * the booking gives it back.
   */
  number: nullable(number),
  state: oneOf(['free', 'taken']),
  ...partial(holderFields),
};

/** One use of a promo code. Those of a code with a total limit are numbered up to it, so that there can never be one more. */
export type RedemptionDocument = Stored<typeof redemptionFields>;

const schema = documentSchema('promo_uses', redemptionFields);
schema.index({ code: 1, state: 1 });
schema.index({ unsettled_since: 1 }, { sparse: true });
// The arbiters: so many uses for each customer, one for a booking, one first ride in a life.
const taken = { state: 'taken' };
schema.index({ customer_id: 1, code: 1, nth: 1 }, { unique: true, partialFilterExpression: taken });
schema.index({ booking_id: 1 }, { unique: true, partialFilterExpression: taken });
schema.index(
  { customer_id: 1, first_ride: 1 },
  { unique: true, partialFilterExpression: { state: 'taken', first_ride: true } },
);

export const RedemptionModel = mongoose.model<RedemptionDocument>('PromoUse', schema);
