import { BookingModel } from '../bookings/bookings.model';
import { followUpMarks } from '../core/reconcile.repository';
import { newestFirst, type Slice, type Sliced } from '../core/slice.repository';
import { insertOnce } from '../store/insert-once';
import { type SettlementDocument, SettlementModel } from './settlements.model';

/** The payment method of a settlement that was paid through the gateway: the platform kept its fee. */
export const BY_GATEWAY = 'gateway';

/** How a settlement was paid; without a method if a fee for cancelling was kept from what the customer had paid. */
export interface Payment {
  method: string | null;
  reference: string | null;
  at: Date;
}

/** A driver's sums, in paise. */
export interface EarningsSums {
  earnings_paise: number;
  completed_rides: number;
  fees_paid_paise: number;
  fees_pending_paise: number;
}

const isCompleted = { $eq: ['$status', 'completed'] };

export const settlements = {
  ...followUpMarks(SettlementModel),

  /** Stores a settlement; returns true when it was inserted. */
  async insertOnce(settlement: SettlementDocument): Promise<boolean> {
    return insertOnce(SettlementModel, settlement);
  },

  async byId(id: string): Promise<SettlementDocument | null> {
    return SettlementModel.findById(id).lean<SettlementDocument>();
  },

  /** The pending settlements, newest first. */
  async pending(slice: Slice): Promise<Sliced<SettlementDocument>> {
    return newestFirst(SettlementModel, { filter: { settlement_status: 'pending' }, slice });
  },

  /**
   * Marks a pending settlement as paid; returns null when it is not pending (any more), or has another amount than the
   * given one.
   */
  async pay(id: string, payment: Payment, netDuePaise?: number): Promise<SettlementDocument | null> {
    return SettlementModel.findOneAndUpdate(
      {
        _id: id,
        settlement_status: 'pending',
        ...(netDuePaise !== undefined && { net_due_paise: netDuePaise }),
      },
      {
        $set: {
          settlement_status: 'paid',
          payment_method: payment.method,
          payment_reference: payment.reference,
          paid_at: payment.at,
          follow_up: payment.at,
        },
        $inc: { version: 1 },
      },
      { returnDocument: 'after' },
    ).lean<SettlementDocument>();
  },

  /**
   * Undoes a payment that an admin marked at `since` or later: `change` makes the settlement pending again. Null if it
   * has changed since it was read, was paid earlier or in another way, or its payout has begun.
   */
  async undoPayment(
    read: SettlementDocument,
    change: Partial<SettlementDocument>,
    { since, now }: { since: Date; now: Date },
  ): Promise<SettlementDocument | null> {
    return SettlementModel.findOneAndUpdate(
      {
        _id: read._id,
        version: read.version,
        settlement_status: 'paid',
        payment_method: { $nin: [null, BY_GATEWAY] },
        paid_at: { $gte: since },
        payout_begun: { $ne: true },
      },
      { $set: { ...change, follow_up: now }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<SettlementDocument>();
  },

  /**
   * Stores that a payout of this settlement has begun: from now on its payment cannot be undone. Null if it is not paid
   * (any more).
   */
  async beginPayout(id: string): Promise<SettlementDocument | null> {
    return SettlementModel.findOneAndUpdate(
      { _id: id, settlement_status: 'paid' },
      { $set: { payout_begun: true } },
      { returnDocument: 'after' },
    ).lean<SettlementDocument>();
  },

  /**
   * Sets lower amounts on a settlement that no admin has marked as paid: one that is pending, settled at zero, or paid by
   * the gateway. Null if an admin has marked it, or if its fee, discount and net due are these already; the levy is not
   * compared.
   */
  async reduce(
    id: string,
    amounts: Pick<SettlementDocument, 'platform_fee_paise' | 'discount_paise' | 'levy_paise' | 'net_due_paise'>,
  ): Promise<SettlementDocument | null> {
    const { platform_fee_paise, discount_paise, net_due_paise } = amounts;
    return SettlementModel.findOneAndUpdate(
      {
        _id: id,
        payment_method: { $in: [null, BY_GATEWAY] },
        $nor: [{ platform_fee_paise, discount_paise, net_due_paise }],
      },
      { $set: amounts, $inc: { version: 1 } },
      { returnDocument: 'after' },
    ).lean<SettlementDocument>();
  },

  /** All settlements, newest first, one by one. */
  every(): AsyncIterable<SettlementDocument> {
    return SettlementModel.find().sort({ created_at: -1 }).lean<SettlementDocument[]>().cursor();
  },

  /** The settlements of these bookings, by their ids. */
  async byIds(ids: readonly string[]): Promise<Map<string, SettlementDocument>> {
    const rows = await SettlementModel.find({ _id: { $in: ids } }).lean<SettlementDocument[]>();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** The settlements of the passes that a driver bought from `from` up to, but not including, `to`; oldest first. */
  async passesOf(driverId: string, { from, to }: { from: Date; to: Date }): Promise<SettlementDocument[]> {
    return SettlementModel.find({
      driver_id: driverId,
      created_at: { $gte: from, $lt: to },
      'pass.span': { $exists: true },
    })
      .sort({ created_at: 1 })
      .lean<SettlementDocument[]>();
  },

  /**
   * A driver's earnings from charged fares, the number of completed rides, and the fees of the driver's settlements by
   * status.
   */
  async sumsOf(driverId: string): Promise<EarningsSums> {
    const [rides, fees] = await Promise.all([
      BookingModel.aggregate<{ earnings: number; count: number }>([
        { $match: { driver_id: driverId, status: { $in: ['completed', 'cancelled'] } } },
        {
          $group: {
            _id: null,
            // For a ride that was cancelled in progress, the share of the driven part.
            earnings: {
              $sum: { $ifNull: ['$part.earnings_paise', { $cond: [isCompleted, '$driver_earnings_paise', 0] }] },
            },
            count: { $sum: { $cond: [isCompleted, 1, 0] } },
          },
        },
      ]),
      SettlementModel.aggregate<{ _id: 'pending' | 'paid'; fees: number }>([
        { $match: { driver_id: driverId } },
        { $group: { _id: '$settlement_status', fees: { $sum: '$platform_fee_paise' } } },
      ]),
    ]);
    const feesOf = (status: 'pending' | 'paid') => fees.find((row) => row._id === status)?.fees ?? 0;
    return {
      earnings_paise: rides[0]?.earnings ?? 0,
      completed_rides: rides[0]?.count ?? 0,
      fees_paid_paise: feesOf('paid'),
      fees_pending_paise: feesOf('pending'),
    };
  },
};
