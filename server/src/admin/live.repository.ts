import { liveBookingStatuses, trackedBookingStatuses } from '@boli/shared/bookings/bookings.state';
import { type BookingDocument, BookingModel } from '../bookings/bookings.model';
import { DriverProfileModel } from '../drivers/drivers.model';
import { RideModel, rowFields } from '../rides/rides.model';
import type { ListedRide } from '../rides/rides.policy';

/** The maximum number of ride requests, and of bookings, on the live board; the counts include the rest. */
const MAX_ROWS = 1_000;

/** When a ride request was posted, and when each of its quotes was submitted. */
export interface QuoteTimes {
  created_at: Date;
  quotes: { created_at: Date }[];
}

/** The queries of the live board; an index serves each of them. */
export const board = {
  async openRides(now: Date): Promise<ListedRide[]> {
    return RideModel.find({ status: 'open', expires_at: { $gt: now } }, rowFields)
      .sort({ created_at: -1 })
      .limit(MAX_ROWS)
      .lean<ListedRide[]>();
  },

  async ridesByIds(ids: readonly string[]): Promise<ListedRide[]> {
    if (ids.length === 0) return [];
    return RideModel.find({ _id: { $in: ids } }, rowFields).lean<ListedRide[]>();
  },

  async countOpenRides(now: Date): Promise<number> {
    return RideModel.countDocuments({ status: 'open', expires_at: { $gt: now } });
  },

  /** The posting and quote times of the requests posted since a time, newest first. */
  async quoteTimes(since: Date): Promise<QuoteTimes[]> {
    return RideModel.find({ created_at: { $gte: since } }, { _id: 0, created_at: 1, 'quotes.created_at': 1 })
      .sort({ created_at: -1 })
      .limit(MAX_ROWS)
      .lean<QuoteTimes[]>();
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

  /** The accepted and in-progress bookings of these drivers. */
  async trackedOf(driverIds: readonly string[]): Promise<BookingDocument[]> {
    if (driverIds.length === 0) return [];
    return BookingModel.find({ driver_id: { $in: driverIds }, status: { $in: trackedBookingStatuses } }).lean<
      BookingDocument[]
    >();
  },

  async countBookings(status: BookingDocument['status']): Promise<number> {
    return BookingModel.countDocuments({ status });
  },

  /** Returns how many of these drivers have turned on their online switch. */
  async countSwitchedOn(driverIds: readonly string[]): Promise<number> {
    if (driverIds.length === 0) return 0;
    return DriverProfileModel.countDocuments({ user_id: { $in: driverIds }, online_switch: true });
  },
};
