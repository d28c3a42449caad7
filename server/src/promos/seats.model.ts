import mongoose from 'mongoose';

/** Who holds a seat: one use of a code by one booking. */
export interface SeatHolder {
  customer_id: string;
  booking_id: string;
  ride_request_id: string;
  /** Which of the customer's uses of this code it is, from 1. */
  nth: number;
  /** Taken by a code for first rides: a customer has one of those, whatever the code. */
  first_ride: boolean;
  taken_at: Date;
  /** While it is not known whether the booking came about. */
  unsettled_since?: Date;
  /** What the booking takes off, in paise; 0 until it is stored. */
  discount_paise: number;
}

/** One use of a promo code. Those of a code with a total limit are numbered up to it, so that there can never be one more. */
export interface SeatDocument extends Partial<SeatHolder> {
  _id: string;
  code: string;
  /** Its number among those of the code; null where the code has no limit: then it goes when it is given back. */
  number: number | null;
  state: 'free' | 'taken';
}

const schema = new mongoose.Schema<SeatDocument>(
  {
    _id: { type: String, required: true },
    code: { type: String, required: true },
    number: { type: Number, default: null },
    state: { type: String, enum: ['free', 'taken'], required: true },
    customer_id: String,
    booking_id: String,
    ride_request_id: String,
    nth: Number,
    first_ride: Boolean,
    taken_at: Date,
    unsettled_since: Date,
    discount_paise: Number,
  },
  { versionKey: false, collection: 'promo_uses' },
);
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

export const SeatModel = mongoose.model<SeatDocument>('PromoUse', schema);
