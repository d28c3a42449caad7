import { isLive } from '@boli/shared/bookings/bookings.state';
import type { RideStatus } from '@boli/shared/rides/rides.state';
import { type BookingDocument, BookingModel } from '../bookings/bookings.model';
import { type RideDocument, RideModel } from '../rides/rides.model';
import { SettlementModel } from '../settlements/settlements.model';

/** A ride request with all its documents in the database. */
export interface Stored {
  ride: RideDocument;
  bookings: BookingDocument[];
  /**
   * Contradictions between the documents. Once no operation is running on the request there must be none, whatever the
   * order of events.
   */
  faults: string[];
}

/** Reads a ride request with its bookings and settlements and looks for contradictions. */
export async function storedRide(rideId: string): Promise<Stored> {
  const ride = await RideModel.findById(rideId).lean<RideDocument>();
  if (!ride) throw new Error(`no ride request ${rideId}`);
  const bookings = await BookingModel.find({ ride_request_id: rideId }).lean<BookingDocument[]>();
  const settled = await SettlementModel.find({ _id: { $in: bookings.map(({ _id }) => _id) } }).lean<
    { _id: string }[]
  >();
  const faults = [...unfinished(ride, bookings), ...ownership(ride, bookings), ...settlements(bookings, settled)];
  return { ride, bookings, faults };
}

function unfinished(ride: RideDocument, bookings: BookingDocument[]): string[] {
  const active = ride.quotes.filter((quote) => quote.status === 'active').length;
  return [
    ...(ride.claim ? ['a claim is left'] : []),
    ...(bookings.some((booking) => booking.follow_up) ? ['a reconcile step is pending'] : []),
    ...(active === ride.quote_count ? [] : [`${active} quotes are active, ${ride.quote_count} are counted`]),
  ];
}

/** The booking statuses that agree with each status of the request. */
const together: Partial<Record<RideStatus, readonly string[]>> = {
  booked: ['pending', 'accepted'],
  in_progress: ['in_progress'],
  completed: ['completed'],
};

function ownership(ride: RideDocument, bookings: BookingDocument[]): string[] {
  const live = bookings.filter((booking) => isLive(booking.status));
  const taken = ride.quotes.filter((quote) => quote.status === 'accepted').map((quote) => quote._id);
  const holder = bookings.find((booking) => booking._id === ride.booking_id);
  const faults = live.length > 1 ? [`${live.length} live bookings`] : [];
  const allowed = together[ride.status];
  if (!allowed) {
    if (live.length > 0) faults.push(`it is ${ride.status} with a live booking`);
    if (taken.length > 0 && ride.status !== 'cancelled') faults.push(`it is ${ride.status} with an accepted quote`);
    return faults;
  }
  if (!holder) return [...faults, `it is ${ride.status} without its booking`];
  if (!allowed.includes(holder.status)) faults.push(`it is ${ride.status} and its booking ${holder.status}`);
  if (taken.join() !== holder.quote_id) faults.push('the accepted quote is not the booked one');
  return faults;
}

function settlements(bookings: BookingDocument[], settled: { _id: string }[]): string[] {
  const completed = bookings.filter((booking) => booking.status === 'completed').map((booking) => booking._id);
  const same =
    completed.sort().join() ===
    settled
      .map(({ _id }) => _id)
      .sort()
      .join();
  return same ? [] : ['the settlements are not those of the completed bookings'];
}
