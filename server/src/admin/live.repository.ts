import { liveBookingStatuses, trackedBookingStatuses } from '@boli/shared/bookings/bookings.state';
import { type BookingDocument, BookingModel } from '../bookings/bookings.model';
import { DriverProfileModel } from '../drivers/drivers.model';
import { RideModel } from '../rides/rides.model';
import type { RideRow } from '../rides/rides.policy';

/** The most rows of a kind that a board shows; what is beyond is in the counts. */
const MAX_ROWS = 1_000;
const withoutQuotes = { quotes: 0, claim: 0, spent: 0 } as const;

/** A request's first moments: when it was posted, and when each of its quotes came. */
export interface Quoting {
  created_at: Date;
  quotes: { created_at: Date }[];
}

/** Reads of the live board, each served by an index. */
export const board = {
  async openRides(now: Date): Promise<RideRow[]> {
    return RideModel.find({ status: 'open', expires_at: { $gt: now } }, withoutQuotes)
      .sort({ created_at: -1 })
      .limit(MAX_ROWS)
      .lean<RideRow[]>();
  },

  async ridesByIds(ids: readonly string[]): Promise<RideRow[]> {
    if (ids.length === 0) return [];
    return RideModel.find({ _id: { $in: ids } }, withoutQuotes).lean<RideRow[]>();
  },

  async countOpenRides(now: Date): Promise<number> {
    return RideModel.countDocuments({ status: 'open', expires_at: { $gt: now } });
  },

  /** When the requests since then were posted and quoted. */
  async quoting(since: Date): Promise<Quoting[]> {
    return RideModel.find({ created_at: { $gte: since } }, { _id: 0, created_at: 1, 'quotes.created_at': 1 })
      .sort({ created_at: -1 })
      .limit(MAX_ROWS)
      .lean<Quoting[]>();
  },

  async liveBookings(): Promise<BookingDocument[]> {
    const rows = await BookingModel.find({ status: { $in: liveBookingStatuses } })
      .limit(MAX_ROWS)
      .lean<BookingDocument[]>();
    return rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  },

  async bookingsByIds(ids: readonly string[]): Promise<BookingDocument[]> {
    if (ids.length === 0) return [];
    return BookingModel.find({ _id: { $in: ids } }).lean<BookingDocument[]>();
  },

  /** The bookings that these drivers drive or are about to. */
  async trackedOf(driverIds: readonly string[]): Promise<BookingDocument[]> {
    if (driverIds.length === 0) return [];
    return BookingModel.find({ driver_id: { $in: driverIds }, status: { $in: trackedBookingStatuses } }).lean<
      BookingDocument[]
    >();
  },

  async countBookings(status: BookingDocument['status']): Promise<number> {
    return BookingModel.countDocuments({ status });
  },

  /** How many of these drivers have their switch on. */
  async countSwitchedOn(driverIds: readonly string[]): Promise<number> {
    if (driverIds.length === 0) return 0;
    return DriverProfileModel.countDocuments({ user_id: { $in: driverIds }, online_switch: true });
  },
};
