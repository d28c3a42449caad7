import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import { deadBookingStatuses, finalBookingStatuses } from '@boli/shared/bookings/bookings.state';
import type { QueryFilter } from 'mongoose';
import type { Slice } from '../rides/rides.repository';
import { duplicateField, isDuplicateKey } from '../store/duplicate';
import { type BookingDocument, BookingModel } from './bookings.model';

export type BookingChange = Partial<Omit<BookingDocument, '_id' | 'version' | 'follow_up'>>;

/** Whose ride in progress stands in the way of a start. */
export type Busy = { busy: 'driver' | 'customer' };

/** An id field: which side of a booking the caller is. */
export type Side = 'customer_id' | 'driver_id';

async function list(filter: QueryFilter<BookingDocument>, slice: Slice) {
  const older = slice.before ? { ...filter, created_at: { $lt: slice.before } } : filter;
  const [rows, total] = await Promise.all([
    BookingModel.find(older).sort({ created_at: -1 }).limit(slice.limit).lean<BookingDocument[]>(),
    Object.keys(filter).length === 0 ? BookingModel.estimatedDocumentCount() : BookingModel.countDocuments(filter),
  ]);
  return { rows, total };
}

export const bookings = {
  /** Stores a booking; one with this id that is there already stays as it is. */
  async insertOnce(booking: BookingDocument): Promise<void> {
    try {
      await BookingModel.create(booking);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
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
    return list({ [side]: userId }, slice);
  },

  async all(slice: Slice) {
    return list({}, slice);
  },

  /** The ended bookings of one side, newest first. */
  async ended(side: Side, userId: string, slice: Slice & { status: BookingStatus | null }) {
    return list({ [side]: userId, status: slice.status ?? { $in: finalBookingStatuses } }, slice);
  },

  /** What has to be paid back past the gateway, newest first. */
  async directRefundsDue(slice: Slice) {
    return list({ refund_status: 'due', payment_id: null }, slice);
  },

  /** Pending bookings whose driver let the time pass. */
  async unanswered(now: Date): Promise<BookingDocument[]> {
    return BookingModel.find({ status: 'pending', answer_by: { $lte: now } })
      .limit(200)
      .lean<BookingDocument[]>();
  },

  async pendingOf(driverId: string): Promise<BookingDocument[]> {
    return BookingModel.find({ driver_id: driverId, status: 'pending' }).lean<BookingDocument[]>();
  },

  async clearFollowUp(id: string, version: number): Promise<void> {
    await BookingModel.updateOne({ _id: id, version }, { $unset: { follow_up: 1 } });
  },

  async followUpBefore(before: Date): Promise<string[]> {
    const rows = await BookingModel.find({ follow_up: { $lt: before } }, { _id: 1 })
      .limit(200)
      .lean<{ _id: string }[]>();
    return rows.map((row) => row._id);
  },
};
