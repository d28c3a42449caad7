import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import {
  deadBookingStatuses,
  finalBookingStatuses,
  trackedBookingStatuses,
} from '@boli/shared/bookings/bookings.state';
import { batched } from '../core/batched';
import { batches } from '../core/batches';
import { followUpMarks } from '../core/reconcile.repository';
import { newestFirst, type Slice } from '../core/slice.repository';
import { duplicateField, isDuplicateKey } from '../store/duplicate';
import { insertOnce } from '../store/insert-once';
import { type BookingDocument, BookingModel } from './bookings.model';

export type BookingChange = Partial<Omit<BookingDocument, '_id' | 'version' | 'follow_up'>>;

/** Which side already has a ride in progress, so that another cannot start. */
export type Busy = { busy: 'driver' | 'customer' };

/** The id field of one side of a booking. */
export type Side = 'customer_id' | 'driver_id';

/** The batch size for reads of many bookings. */
const TOGETHER = 200;

const openRefundStatuses = ['due', 'review', 'claimed'] as const;

export const bookings = {
  ...followUpMarks(BookingModel),

  /** Stores a booking; an existing booking with this id is left unchanged. */
  async insertOnce(booking: BookingDocument): Promise<void> {
    await insertOnce(BookingModel, booking);
  },

  async byId(id: string): Promise<BookingDocument | null> {
    return BookingModel.findById(id).lean<BookingDocument>();
  },

  /** Like `byId`, but paced (`sharedRuns`): for reads that thousands of clients may request at once. */
  pacedById: batched<BookingDocument>(async (ids) => {
    const rows = await BookingModel.find({ _id: { $in: ids } }).lean<BookingDocument[]>();
    return new Map(rows.map((booking) => [booking._id, booking]));
  }),

  /**
   * Changes a booking that is still in the version read, marks its consequences as pending and raises the version.
   * Returns null when it has changed meanwhile. Returns `busy` with one of the sides if that side already has a ride in
   * progress: a unique index refuses a second one.
   */
  async change(read: BookingDocument, change: BookingChange, now: Date): Promise<BookingDocument | Busy | null> {
    try {
      return await BookingModel.findOneAndUpdate(
        { _id: read._id, status: read.status, version: read.version },
        { $set: { ...change, follow_up: now }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      ).lean<BookingDocument>();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return { busy: duplicateField(error) === 'customer_id' ? 'customer' : 'driver' };
    }
  },

  /** Whether a customer has a booking, other than this one, that was neither rejected nor cancelled. */
  async hasOther(customerId: string, id: string | null): Promise<boolean> {
    const alive = { customer_id: customerId, status: { $nin: deadBookingStatuses } };
    return (await BookingModel.exists({ ...alive, ...(id && { _id: { $ne: id } }) })) !== null;
  },

  async of(side: Side, userId: string, slice: Slice) {
    return newestFirst(BookingModel, { filter: { [side]: userId }, slice });
  },

  async all(slice: Slice) {
    return newestFirst(BookingModel, { filter: {}, slice });
  },

  /** The ended bookings of one side, newest first. */
  async ended(side: Side, userId: string, slice: Slice & { status: BookingStatus | null }) {
    const filter = { [side]: userId, status: slice.status ?? { $in: finalBookingStatuses } };
    // Without the hint the database may read all of these bookings by their status and sort them.
    return newestFirst(BookingModel, { filter, slice, hint: { [side]: 1, created_at: -1 } });
  },

  /** Refunds that wait for an admin, newest first: all open ones except those that the gateway is paying. */
  async openRefunds(slice: Slice) {
    const byHand = { $or: [{ payment_id: null }, { refund_status: 'review' as const }] };
    return newestFirst(BookingModel, { filter: { refund_status: { $in: openRefundStatuses }, ...byHand }, slice });
  },

  /** Completed rides whose review waits for a decision, newest first. */
  async inReview(slice: Slice) {
    return newestFirst(BookingModel, { filter: { review_status: 'pending' }, slice });
  },

  /** The drivers (user ids) with a ride in progress. */
  async driversInRides(): Promise<string[]> {
    return BookingModel.distinct('driver_id', { status: 'in_progress' });
  },

  /** At most 200 pending bookings whose driver has not answered in time. */
  async unanswered(now: Date): Promise<BookingDocument[]> {
    return BookingModel.find({ status: 'pending', answer_by: { $lte: now } })
      .limit(TOGETHER)
      .lean<BookingDocument[]>();
  },

  /** The bookings of a driver that were cancelled in this period and for which a fee was charged, oldest first. */
  async cancelledWithFee(driverId: string, { from, to }: { from: Date; to: Date }): Promise<BookingDocument[]> {
    return BookingModel.find({
      driver_id: driverId,
      status: 'cancelled',
      cancelled_at: { $gte: from, $lt: to },
      'cancellation_fee.by': { $exists: true },
    })
      .sort({ cancelled_at: 1 })
      .lean<BookingDocument[]>();
  },

  async pendingOf(side: Side, userId: string): Promise<BookingDocument[]> {
    return BookingModel.find({ [side]: userId, status: 'pending' }).lean<BookingDocument[]>();
  },

  /** Rides of this side that are accepted, in progress, or were completed after this time. */
  async trackedOrCompletedAfter(side: Side, userId: string, after: Date): Promise<BookingDocument[]> {
    const completed = { status: 'completed' as const, completed_at: { $gt: after } };
    return BookingModel.find({
      [side]: userId,
      $or: [{ status: { $in: trackedBookingStatuses } }, completed],
    }).lean<BookingDocument[]>();
  },

  /** Every accepted booking that is scheduled after `now` and not after `until`, in batches of at most 200. */
  plannedUntil(now: Date, until: Date): AsyncGenerator<BookingDocument[]> {
    const planned = BookingModel.find({ status: 'accepted', scheduled_time: { $gt: now, $lte: until } });
    return batches(planned.lean<BookingDocument[]>().cursor({ batchSize: TOGETHER }), TOGETHER);
  },

  /**
   * Every ride completed in this period that is not paid and whose payment nobody claims, in batches of at most 200. A
   * ride whose review is open or refused is left out, because it may cost nothing in the end.
   */
  unpaid({ since, until }: { since: Date; until: Date }): AsyncGenerator<BookingDocument[]> {
    const found = BookingModel.find({
      status: 'completed',
      completed_at: { $gt: since, $lte: until },
      payment_status: 'pending',
      payment_claimed_by: null,
      final_price_paise: { $gt: 0 },
      review_status: { $nin: ['pending', 'refused'] },
    });
    return batches(found.lean<BookingDocument[]>().cursor({ batchSize: TOGETHER }), TOGETHER);
  },
};
