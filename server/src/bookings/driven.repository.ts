import { type BookingDocument, BookingModel, type StoredDriven } from './bookings.model';
import { type DrivenLineDocument, DrivenLineModel } from './driven-lines.model';

/** How many bookings one round reads. */
const BATCH = 50;

/** A booking whose `driven` this process computes until its claim ends. */
export interface DrivenClaim {
  booking: BookingDocument;
  until: Date;
}

export const drivenRides = {
  /** The bookings whose `driven` is due, the longest waiting first. */
  async due(now: Date): Promise<Pick<BookingDocument, '_id' | 'driven_due'>[]> {
    return BookingModel.find({ driven_due: { $lte: now } }, { driven_due: 1 })
      .sort({ driven_due: 1 })
      .limit(BATCH)
      .lean<Pick<BookingDocument, '_id' | 'driven_due'>[]>();
  },

  /** Makes `driven` of a completed ride due again at this time; does nothing for other bookings. */
  async schedule(id: string, due: Date): Promise<void> {
    await BookingModel.updateOne(
      { _id: id, completed_at: { $ne: null } },
      { $set: { driven_due: due, driven_tries: 0 } },
    );
  },

  /** Claims a booking that is still due at the time that was read; null if another process was faster. */
  async claim(id: string, due: Date, until: Date): Promise<DrivenClaim | null> {
    const booking = await BookingModel.findOneAndUpdate(
      { _id: id, driven_due: due },
      { $set: { driven_due: until }, $inc: { driven_tries: 1 } },
      { returnDocument: 'after' },
    ).lean<BookingDocument>();
    return booking && { booking, until };
  },

  /**
   * Ends a claim with the driven way (null leaves it unchanged) and the time of the next attempt (null for none).
   * Returns false if another process has claimed the booking after this claim expired, or if the trail has grown since
   * the claim: in both cases the driven way is computed again. A new value raises the version and makes the booking due
   * for reconciling.
   */
  async finish(
    { booking, until }: DrivenClaim,
    { driven, next, now }: { driven: StoredDriven | null; next: Date | null; now: Date },
  ): Promise<boolean> {
    const { matchedCount } = await BookingModel.updateOne(
      { _id: booking._id, driven_due: until },
      {
        $set: { ...(driven && { driven, follow_up: now }), ...(next && { driven_due: next }) },
        ...(!next && { $unset: { driven_due: 1, driven_tries: 1 } }),
        ...(driven && { $inc: { version: 1 } }),
      },
    );
    return matchedCount === 1;
  },

  /** Stores the lines of a driven way; replaces stored ones. */
  async keepLine({ _id, ...line }: DrivenLineDocument): Promise<void> {
    await DrivenLineModel.updateOne({ _id }, { $set: line }, { upsert: true });
  },

  async lineOf(id: string): Promise<DrivenLineDocument | null> {
    return DrivenLineModel.findById(id).lean<DrivenLineDocument>();
  },
};
