import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import {
  deadBookingStatuses,
  finalBookingStatuses,
  trackedBookingStatuses,
} from '@boli/shared/bookings/bookings.state';
import { batches } from '../core/batches';
import { followUpMarks } from '../core/reconcile.repository';
import { newestFirst, type Slice } from '../core/slice.repository';
import { duplicateField, isDuplicateKey } from '../store/duplicate';
import { insertOnce } from '../store/insert-once';
import { type BookingDocument, BookingModel } from './bookings.model';

export type BookingChange = Partial<Omit<BookingDocument, '_id' | 'version' | 'follow_up'>>;

/** Whose ride in progress stands in the way of a start. */
export type Busy = { busy: 'driver' | 'customer' };

/** An id field: which side of a booking the caller is. */
export type Side = 'customer_id' | 'driver_id';

/** The batch size for reads of many bookings. */
const TOGETHER = 200;

const openRefundStatuses = ['due', 'review', 'claimed'] as const;

export const bookings = {
  ...followUpMarks(BookingModel),

  /** Stores a booking; one with this id that is there already stays as it is. */
  async insertOnce(booking: BookingDocument): Promise<void> {
    await insertOnce(BookingModel, booking);
  },

  async byId(id: string): Promise<BookingDocument | null> {
    return BookingModel.findById(id).lean<BookingDocument>();
  },

  /**
   * Changes a booking that is still the very version read, marks its consequences as due and raises the version. Null
   * when it has changed meanwhile; `busy` when a unique index allows this side no second ride in progress.
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
    return newestFirst(BookingModel, { filter, slice });
  },

  /** Refunds that wait for an admin, newest first: all that are open but those that the gateway is paying. */
  async openRefunds(slice: Slice) {
    const byHand = { $or: [{ payment_id: null }, { refund_status: 'review' as const }] };
    return newestFirst(BookingModel, { filter: { refund_status: { $in: openRefundStatuses }, ...byHand }, slice });
  },

  /** Completed rides whose review waits for a decision, newest first. */
  async inReview(slice: Slice) {
    return newestFirst(BookingModel, { filter: { review_status: 'pending' }, slice });
  },

  /** Pending bookings whose driver let the time pass. */
  async unanswered(now: Date): Promise<BookingDocument[]> {
    return BookingModel.find({ status: 'pending', answer_by: { $lte: now } })
      .limit(TOGETHER)
      .lean<BookingDocument[]>();
  },

  async pendingOf(side: Side, userId: string): Promise<BookingDocument[]> {
    return BookingModel.find({ [side]: userId, status: 'pending' }).lean<BookingDocument[]>();
  },

  /** This side's rides that were accepted, are in progress, or were completed after this moment. */
  async trackedOrCompletedAfter(side: Side, userId: string, after: Date): Promise<BookingDocument[]> {
    const completed = { status: 'completed' as const, completed_at: { $gt: after } };
    return BookingModel.find({
      [side]: userId,
      $or: [{ status: { $in: trackedBookingStatuses } }, completed],
    }).lean<BookingDocument[]>();
  },

  /** Every accepted booking that is planned for after `now` and not after `until`, a few hundred at a time. */
  plannedUntil(now: Date, until: Date): AsyncGenerator<BookingDocument[]> {
    const planned = BookingModel.find({ status: 'accepted', scheduled_time: { $gt: now, $lte: until } });
    return batches(planned.lean<BookingDocument[]>().cursor({ batchSize: TOGETHER }), TOGETHER);
  },
};
