import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '../store/duplicate';
import type { PromoDocument } from './promos.model';
import { type RedemptionDocument, type RedemptionHolder, RedemptionModel } from './redemptions.model';

/** A customer's uses of a code, from the view of one booking. */
export interface Standing {
  /** Whether this booking has a redemption already. */
  own: boolean;
  /** The uses of the code by other bookings of this customer, by their numbers from 1. */
  held: number[];
  /** Whether another booking of this customer holds a redemption for a first ride, by any code. */
  hadFirstRide: boolean;
  /** Whether redemptions are left, or the code has no limit. */
  left: boolean;
}

/** The data of a redemption that is to be taken. */
export interface RedemptionAttempt {
  promo: PromoDocument;
  customerId: string;
  bookingId: string;
  rideId: string;
  now: Date;
}

/** A use of a code. */
export type PromoUse = Pick<RedemptionDocument, 'code'> & Pick<RedemptionHolder, 'taken_at'>;

/** How often a code is used, and the sum of its discounts, in paise. */
export interface Use {
  used: number;
  discount_paise: number;
}

export const redemptions = {
  async standing(promo: PromoDocument, customerId: string, bookingId: string | null): Promise<Standing> {
    const [taken, free] = await Promise.all([
      RedemptionModel.find({ customer_id: customerId, state: 'taken' }).lean<RedemptionDocument[]>(),
      promo.total_limit === null ||
        promo.seats_made < promo.total_limit ||
        RedemptionModel.exists({ code: promo._id, state: 'free' }),
    ]);
    const others = taken.filter((redemption) => redemption.booking_id !== bookingId);
    return {
      own: others.length < taken.length,
      held: others.flatMap((redemption) => (redemption.code === promo._id && redemption.nth ? [redemption.nth] : [])),
      hadFirstRide: others.some((redemption) => redemption.first_ride),
      left: free !== null,
    };
  },

  /**
   * Takes a redemption as the customer's nth use of the code. Returns `taken`; `none` when no redemption is left;
   * `changed` when an arbiter refused, because another redemption has meanwhile been taken for that use, this booking
   * or the customer's first ride.
   */
  async take({ promo, ...attempt }: RedemptionAttempt, nth: number): Promise<'taken' | 'none' | 'changed'> {
    const holder: RedemptionHolder & { state: 'taken' } = {
      state: 'taken',
      customer_id: attempt.customerId,
      booking_id: attempt.bookingId,
      ride_request_id: attempt.rideId,
      nth,
      first_ride: promo.first_ride_only,
      taken_at: attempt.now,
      unsettled_since: attempt.now,
      discount_paise: 0,
    };
    try {
      if (promo.total_limit === null) {
        await RedemptionModel.create({ _id: randomUUID(), code: promo._id, number: null, ...holder });
        return 'taken';
      }
      const redemption = await RedemptionModel.findOneAndUpdate(
        { code: promo._id, state: 'free' },
        { $set: holder },
      ).lean();
      return redemption ? 'taken' : 'none';
    } catch (error) {
      if (isDuplicateKey(error)) return 'changed';
      throw error;
    }
  },

  /**
   * Settles the redemption of a stored booking that counts as a use: it stays taken, with this discount. Returns the
   * use; null if the booking has none, or if it is being released.
   */
  async keep(bookingId: string, discountPaise: number): Promise<PromoUse | null> {
    return RedemptionModel.findOneAndUpdate(
      { booking_id: bookingId, state: 'taken', released_at: null },
      { $set: { discount_paise: discountPaise }, $unset: { unsettled_since: 1 } },
    ).lean<PromoUse>();
  },

  /**
   * Begins to release the redemption of a booking: the redemption no longer counts as a use. Returns the use; null if
   * the booking has none.
   */
  async release(bookingId: string, now: Date): Promise<PromoUse | null> {
    return RedemptionModel.findOneAndUpdate(
      { booking_id: bookingId, state: 'taken' },
      { $set: { released_at: now } },
    ).lean<PromoUse>();
  },

  /** Frees the redemption of a booking, if it has one. */
  async free(bookingId: string): Promise<void> {
    const own = { booking_id: bookingId, state: 'taken' as const };
    await RedemptionModel.deleteOne({ ...own, number: null });
    await RedemptionModel.updateOne(own, { $set: { state: 'free' }, $unset: nobody });
  },

  /** Taken redemptions whose booking is not known to be stored, the oldest first, at most 200. */
  async unsettled(): Promise<RedemptionHolder[]> {
    return RedemptionModel.find({ unsettled_since: { $gt: new Date(0) } })
      .sort({ unsettled_since: 1 })
      .limit(200)
      .lean<RedemptionHolder[]>();
  },

  /** The redemption that a booking has, or null. */
  async ofBooking(bookingId: string): Promise<RedemptionHolder | null> {
    return RedemptionModel.findOne({ booking_id: bookingId, state: 'taken' }).lean<RedemptionHolder>();
  },

  /** Creates the redemptions of a code with the numbers `from` to `to`; existing ones are left unchanged. */
  async make(code: string, from: number, to: number): Promise<void> {
    const made = Array.from({ length: to - from + 1 }, (_, n) => from + n).map((number) => ({
      updateOne: {
        filter: { _id: `${code}:${number}` },
        update: { $setOnInsert: { code, number, state: 'free' as const } },
        upsert: true,
      },
    }));
    await RedemptionModel.bulkWrite(made, { ordered: false });
  },

  /** The use of every code with redemptions, or of one code. */
  async takenByCode(code?: string): Promise<Map<string, Use>> {
    const rows = await RedemptionModel.aggregate<Use & { _id: string }>([
      { $match: { ...(code !== undefined && { code }), state: 'taken', released_at: null } },
      { $group: { _id: '$code', used: { $sum: 1 }, discount_paise: { $sum: '$discount_paise' } } },
    ]);
    return new Map(rows.map(({ _id, used, discount_paise }) => [_id, { used, discount_paise }]));
  },
};

const nobody = {
  customer_id: 1,
  booking_id: 1,
  ride_request_id: 1,
  nth: 1,
  first_ride: 1,
  taken_at: 1,
  unsettled_since: 1,
  discount_paise: 1,
  released_at: 1,
} as const satisfies Record<keyof RedemptionHolder, 1>;
