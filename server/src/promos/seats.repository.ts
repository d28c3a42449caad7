import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '../store/duplicate';
import type { PromoDocument } from './promos.model';
import { type SeatDocument, type SeatHolder, SeatModel } from './seats.model';

/** How a customer stands with a code, seen by one of its bookings. */
export interface Standing {
  /** This very booking has its seat already. */
  own: boolean;
  /** The uses that other bookings of this customer hold of the code, each by its place from 1. */
  held: number[];
  /** Another booking of this customer was its first ride, by this code or another. */
  hadFirstRide: boolean;
  /** Seats are left, or the code has no limit. */
  left: boolean;
}

/** What takes a seat. */
export interface SeatAttempt {
  promo: PromoDocument;
  customerId: string;
  bookingId: string;
  rideId: string;
  now: Date;
}

/** How often a code is taken, and what its bookings took off, in paise. */
export interface Use {
  used: number;
  discount_paise: number;
}

export const seats = {
  async standing(promo: PromoDocument, customerId: string, bookingId: string | null): Promise<Standing> {
    const [taken, free] = await Promise.all([
      SeatModel.find({ customer_id: customerId, state: 'taken' }).lean<SeatDocument[]>(),
      promo.total_limit === null ||
        promo.seats_made < promo.total_limit ||
        SeatModel.exists({ code: promo._id, state: 'free' }),
    ]);
    const others = taken.filter((seat) => seat.booking_id !== bookingId);
    return {
      own: others.length < taken.length,
      held: others.flatMap((seat) => (seat.code === promo._id && seat.nth ? [seat.nth] : [])),
      hadFirstRide: others.some((seat) => seat.first_ride),
      left: free !== null,
    };
  },

  /**
   * Takes a seat as the customer's nth use of the code. Gives `taken`, `none` when no seat is left, and `changed` when
   * an arbiter refused: that use, this booking or the customer's first ride has its seat meanwhile.
   */
  async take({ promo, ...attempt }: SeatAttempt, nth: number): Promise<'taken' | 'none' | 'changed'> {
    const holder: SeatHolder & { state: 'taken' } = {
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
        await SeatModel.create({ _id: randomUUID(), code: promo._id, number: null, ...holder });
        return 'taken';
      }
      const seat = await SeatModel.findOneAndUpdate({ code: promo._id, state: 'free' }, { $set: holder }).lean();
      return seat ? 'taken' : 'none';
    } catch (error) {
      if (isDuplicateKey(error)) return 'changed';
      throw error;
    }
  },

  /** The booking is stored and alive: its seat stays taken, for this discount. */
  async keep(bookingId: string, discountPaise: number): Promise<void> {
    await SeatModel.updateOne(
      { booking_id: bookingId, state: 'taken' },
      { $set: { discount_paise: discountPaise }, $unset: { unsettled_since: 1 } },
    );
  },

  /** Gives the seat of a booking back, if it has one. */
  async free(bookingId: string): Promise<void> {
    const own = { booking_id: bookingId, state: 'taken' as const };
    await SeatModel.deleteOne({ ...own, number: null });
    await SeatModel.updateOne(own, { $set: { state: 'free' }, $unset: nobody });
  },

  /** Taken seats of which it is not yet known whether their booking came about, the oldest first. */
  async unsettled(): Promise<SeatHolder[]> {
    return SeatModel.find({ unsettled_since: { $gt: new Date(0) } })
      .sort({ unsettled_since: 1 })
      .limit(200)
      .lean<SeatHolder[]>();
  },

  /** The seat that a booking has, or null. */
  async ofBooking(bookingId: string): Promise<SeatHolder | null> {
    return SeatModel.findOne({ booking_id: bookingId, state: 'taken' }).lean<SeatHolder>();
  },

  /** Makes the seats of a code from one number to another; those that are there stay as they are. */
  async make(code: string, from: number, to: number): Promise<void> {
    const made = Array.from({ length: to - from + 1 }, (_, n) => from + n).map((number) => ({
      updateOne: {
        filter: { _id: `${code}:${number}` },
        update: { $setOnInsert: { code, number, state: 'free' as const } },
        upsert: true,
      },
    }));
    await SeatModel.bulkWrite(made, { ordered: false });
  },

  /** The use of every code that is in use, or of one. */
  async takenByCode(code?: string): Promise<Map<string, Use>> {
    const rows = await SeatModel.aggregate<Use & { _id: string }>([
      { $match: { ...(code !== undefined && { code }), state: 'taken' } },
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
} as const satisfies Record<keyof SeatHolder, 1>;
