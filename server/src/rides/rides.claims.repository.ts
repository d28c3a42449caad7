import { type Claim, type RideDocument, RideModel } from './rides.model';
import { activeQuotes, closing, ending } from './rides.repository';

/** The data that a booking needs to claim a request. */
export interface ClaimAttempt {
  rideId: string;
  customerId: string;
  quoteId: string;
  quoteVersion: number;
  /** The vehicle number of the chosen driver, which the quote shows from now on. */
  vehicleNumber: string | null;
  claim: Claim;
}

/** The writes by which a booking takes, updates and releases a ride request. Every filter names the booking. */
export const claims = {
  /**
   * Assigns a request to a booking, in one write. Returns null unless the request is open and not expired, this booking
   * has never had it, and the quote is active in the version that was read and has not run out.
   */
  async take(attempt: ClaimAttempt): Promise<RideDocument | null> {
    const bookingId = attempt.claim.booking._id;
    return RideModel.findOneAndUpdate(
      {
        _id: attempt.rideId,
        customer_id: attempt.customerId,
        status: 'open',
        expires_at: { $gt: attempt.claim.at },
        spent: { $ne: bookingId },
        quotes: {
          $elemMatch: {
            _id: attempt.quoteId,
            status: 'active',
            version: attempt.quoteVersion,
            // A quote from before the field existed has no time, and matches.
            expires_at: { $not: { $lte: attempt.claim.at } },
          },
        },
      },
      {
        $set: {
          status: 'booked',
          booking_id: bookingId,
          claim: attempt.claim,
          'quotes.$.status': 'accepted',
          'quotes.$.booking_id': bookingId,
          'quotes.$.vehicle_number': attempt.vehicleNumber,
        },
        ...closing(attempt.claim.at),
        $unset: { open_slot: 1 },
        $push: { spent: bookingId },
        $inc: { version: 1, quote_count: -1, 'quotes.$.version': 1 },
      },
      { returnDocument: 'after' },
    ).lean<RideDocument>();
  },

  /** Removes the claim, once the booking is stored. */
  async settle(rideId: string, bookingId: string): Promise<void> {
    await RideModel.updateOne({ _id: rideId, 'claim.booking._id': bookingId }, { $unset: { claim: 1 } });
  },

  /** At most 200 requests with a claim, the oldest claim first. */
  async unsettled(): Promise<RideDocument[]> {
    return RideModel.find({ 'claim.at': { $gt: new Date(0) } })
      .sort({ 'claim.at': 1 })
      .limit(200)
      .lean<RideDocument[]>();
  },

  /**
   * Prevents a booking that does not have this request from ever taking it; returns false when the booking has the
   * request.
   */
  async shutOut(rideId: string, bookingId: string): Promise<boolean> {
    const { matchedCount } = await RideModel.updateOne(
      { _id: rideId, booking_id: { $ne: bookingId } },
      { $addToSet: { spent: bookingId } },
    );
    return matchedCount === 1;
  },

  /** Records that the driver has accepted: from now on the driver is shown the exact pickup. */
  async accept(rideId: string, bookingId: string, at: Date): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: 'booked', accepted_at: null },
      { $set: { accepted_at: at }, $inc: { version: 1 } },
    );
  },

  async start(rideId: string, bookingId: string): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: 'booked' },
      { $set: { status: 'in_progress' }, $inc: { version: 1 } },
    );
  },

  /** Ends a request with its booking: the ride took place, or was cancelled too late to be offered again. */
  async end(rideId: string, bookingId: string, status: 'completed' | 'cancelled'): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: { $in: ['booked', 'in_progress'] } },
      ending(status),
      { arrayFilters: activeQuotes },
    );
  },

  /**
   * Opens a request again after its booking ended: the booked quote is stored as withdrawn and keeps its `booking_id`,
   * by which it differs from a quote that its driver has withdrawn. The other quotes stay active.
   */
  async reopen(rideId: string, bookingId: string, expiresAt: Date): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: 'booked', 'quotes.booking_id': bookingId },
      {
        $set: { status: 'open', booking_id: null, expires_at: expiresAt, 'quotes.$.status': 'withdrawn' },
        $unset: { accepted_at: 1 },
        $inc: { version: 1, 'quotes.$.version': 1 },
      },
    );
  },
};
