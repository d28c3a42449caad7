import { type BookingDocument, BookingModel, type BookingOrder } from '../bookings/bookings.model';

/**
 * The reads and writes of a booking's order. No write raises the booking's version, because no client sees an order.
 */
export const orders = {
  /**
   * Starts to create an order that replaces the one that was read; returns false when another call was faster, or when
   * the payment is no longer pending.
   */
  async begin(booking: Pick<BookingDocument, '_id' | 'order'>, order: BookingOrder): Promise<boolean> {
    const before = booking.order;
    const asRead = before ? { 'order.token': before.token, 'order.state': before.state } : { order: null };
    const { matchedCount } = await BookingModel.updateOne(
      { _id: booking._id, payment_status: 'pending', ...asRead },
      { $set: { order } },
    );
    return matchedCount === 1;
  },

  /** Stores the order that the gateway has created; does nothing when another call has taken over. */
  async opened(bookingId: string, token: string, made: { id: string; at: Date; checkAt: Date }): Promise<void> {
    await BookingModel.updateOne(
      { _id: bookingId, 'order.token': token, 'order.state': 'creating' },
      {
        $set: { 'order.state': 'open', 'order.id': made.id, 'order.at': made.at, 'order.check_at': made.checkAt },
      },
    );
  },

  /** Records that the creation failed: the next call may start immediately. */
  async abandoned(bookingId: string, token: string): Promise<void> {
    await BookingModel.updateOne(
      { _id: bookingId, 'order.token': token, 'order.state': 'creating' },
      { $set: { 'order.at': new Date(0) } },
    );
  },

  /** The orders that are being created, the longest running first. */
  async beingMade(limit: number): Promise<{ bookingId: string; token: string; at: Date }[]> {
    const rows = await BookingModel.find(
      { 'order.state': 'creating', 'order.at': { $gt: new Date(0) } },
      { 'order.token': 1, 'order.at': 1 },
    )
      .sort({ 'order.at': 1 })
      .limit(limit)
      .lean<{ _id: string; order: Pick<BookingOrder, 'token' | 'at'> }[]>();
    return rows.map(({ _id, order: { token, at } }) => ({ bookingId: _id, token, at }));
  },

  /** The booking to which this order belongs. */
  async bookingOf(orderId: string): Promise<BookingDocument | null> {
    return BookingModel.findOne({ 'order.id': orderId }).lean<BookingDocument>();
  },

  /** Bookings whose order's state is due to be read from the gateway, longest due first. */
  async toCheck(now: Date, limit: number): Promise<BookingDocument[]> {
    return BookingModel.find({ 'order.check_at': { $lte: now } })
      .sort({ 'order.check_at': 1 })
      .limit(limit)
      .lean<BookingDocument[]>();
  },

  /** Sets when the state of an order is next read from the gateway; null if it is not read any more. */
  async checkAt(bookingId: string, token: string, at: Date | null): Promise<void> {
    const change = at ? { $set: { 'order.check_at': at } } : { $unset: { 'order.check_at': 1 as const } };
    await BookingModel.updateOne({ _id: bookingId, 'order.token': token }, change);
  },
};
