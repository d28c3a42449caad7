import { BookingModel } from '../bookings/bookings.model';
import type { Slice } from '../rides/rides.repository';
import { isDuplicateKey } from '../store/duplicate';
import { type SettlementDocument, SettlementModel } from './settlements.model';

/** How the fee was paid. */
export interface Payment {
  method: string;
  reference: string;
  at: Date;
}

/** A driver's sums, in paise. */
export interface EarningsSums {
  earnings_paise: number;
  completed_rides: number;
  fees_paid_paise: number;
  fees_pending_paise: number;
}

export const settlements = {
  /** Stores a settlement; true when it was not there yet. */
  async insertOnce(settlement: SettlementDocument): Promise<boolean> {
    try {
      await SettlementModel.create(settlement);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },

  async byId(id: string): Promise<SettlementDocument | null> {
    return SettlementModel.findById(id).lean<SettlementDocument>();
  },

  async pending({ limit, before }: Slice): Promise<{ rows: SettlementDocument[]; total: number }> {
    const all = { settlement_status: 'pending' as const };
    const filter = before ? { ...all, created_at: { $lt: before } } : all;
    const [rows, total] = await Promise.all([
      SettlementModel.find(filter).sort({ created_at: -1 }).limit(limit).lean<SettlementDocument[]>(),
      SettlementModel.countDocuments(all),
    ]);
    return { rows, total };
  },

  /** Marks a pending settlement as paid; null when it is not pending (any more). */
  async pay(id: string, payment: Payment): Promise<SettlementDocument | null> {
    return SettlementModel.findOneAndUpdate(
      { _id: id, settlement_status: 'pending' },
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

  async clearFollowUp(id: string, version: number): Promise<void> {
    await SettlementModel.updateOne({ _id: id, version }, { $unset: { follow_up: 1 } });
  },

  async followUpBefore(before: Date): Promise<string[]> {
    const rows = await SettlementModel.find({ follow_up: { $lt: before } }, { _id: 1 })
      .limit(200)
      .lean<{ _id: string }[]>();
    return rows.map((row) => row._id);
  },

  /** All of them, newest first, one by one. */
  every(): AsyncIterable<SettlementDocument> {
    return SettlementModel.find().sort({ created_at: -1 }).lean<SettlementDocument[]>().cursor();
  },

  /** The settlements of these bookings, by their ids. */
  async byIds(ids: readonly string[]): Promise<Map<string, SettlementDocument>> {
    const rows = await SettlementModel.find({ _id: { $in: ids } }).lean<SettlementDocument[]>();
    return new Map(rows.map((row) => [row._id, row]));
  },

  /** What a driver earned by completed rides, and the fees of its settlements by status. */
  async sumsOf(driverId: string): Promise<EarningsSums> {
    const [rides, fees] = await Promise.all([
      BookingModel.aggregate<{ earnings: number; count: number }>([
        { $match: { driver_id: driverId, status: 'completed' } },
        { $group: { _id: null, earnings: { $sum: '$driver_earnings_paise' }, count: { $sum: 1 } } },
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
