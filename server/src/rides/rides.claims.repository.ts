import { type Claim, type RideDocument, RideModel } from './rides.model';
import { activeQuotes, ending } from './rides.repository';

/** What a booking needs to win a request. */
export interface ClaimAttempt {
  rideId: string;
  customerId: string;
  quoteId: string;
  quoteVersion: number;
  claim: Claim;
}

/** How a booking takes a ride request, moves it on and gives it back. Every filter names the booking that has the request. */
export const claims = {
  /**
   * The one moment in which a request gets its booking: it is open and in time, this booking never had it, and the quote
   * is the very one that was read. Null when any of this is no longer so.
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
        quotes: { $elemMatch: { _id: attempt.quoteId, status: 'active', version: attempt.quoteVersion } },
      },
      {
        $set: {
          status: 'booked',
          booking_id: bookingId,
          claim: attempt.claim,
          'quotes.$.status': 'accepted',
          'quotes.$.booking_id': bookingId,
        },
        $push: { spent: bookingId },
        $inc: { version: 1, quote_count: -1, 'quotes.$.version': 1 },
      },
      { returnDocument: 'after' },
    ).lean<RideDocument>();
  },

  /** The booking is stored: nothing is left to finish. */
  async settle(rideId: string, bookingId: string): Promise<void> {
    await RideModel.updateOne({ _id: rideId, 'claim.booking._id': bookingId }, { $unset: { claim: 1 } });
  },

  /** Requests whose claim is older than this. */
  async unsettled(before: Date): Promise<RideDocument[]> {
    return RideModel.find({ 'claim.at': { $lt: before } })
      .limit(200)
      .lean<RideDocument[]>();
  },

  /** Keeps a booking that does not have this request from ever taking it; false when it has it. */
  async shutOut(rideId: string, bookingId: string): Promise<boolean> {
    const { matchedCount } = await RideModel.updateOne(
      { _id: rideId, booking_id: { $ne: bookingId } },
      { $addToSet: { spent: bookingId } },
    );
    return matchedCount === 1;
  },

  async start(rideId: string, bookingId: string): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: 'booked' },
      { $set: { status: 'in_progress' }, $inc: { version: 1 } },
    );
  },

  /** Ends a request with its booking: the ride took place, or was called off too late to be offered again. */
  async end(rideId: string, bookingId: string, status: 'completed' | 'cancelled'): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: { $in: ['booked', 'in_progress'] } },
      ending(status),
      { arrayFilters: activeQuotes },
    );
  },

  /** Offers a request again after its booking died: that driver's quote is withdrawn, the others stand. */
  async reopen(rideId: string, bookingId: string, expiresAt: Date): Promise<void> {
    await RideModel.updateOne(
      { _id: rideId, booking_id: bookingId, status: 'booked', 'quotes.booking_id': bookingId },
      {
        $set: { status: 'open', booking_id: null, expires_at: expiresAt, 'quotes.$.status': 'withdrawn' },
        $inc: { version: 1, 'quotes.$.version': 1 },
      },
    );
  },
};
