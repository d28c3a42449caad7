import type { Account } from '@boli/shared/ledger/ledger.schema';
import { type BookingDocument, BookingModel } from '../bookings/bookings.model';
import { batches } from '../core/batches';
import { grouped } from '../core/grouped';
import { type JournalEntry, JournalModel } from '../ledger/journal.model';
import { type PayoutDocument, PayoutModel } from '../ledger/payouts.model';
import { type PaymentDocument, PaymentModel } from '../payments/payments.model';
import { RedemptionModel } from '../promos/redemptions.model';
import { type SettlementDocument, SettlementModel } from '../settlements/settlements.model';
import { BY_GATEWAY } from '../settlements/settlements.repository';
import type { Books } from './audit';

const BATCH = 500;

/** Matches settled redemptions only: the booking of an unsettled one may not be stored yet. */
const settledRedemption = { state: 'taken' as const, unsettled_since: { $exists: false } };

/** The balance of each account, in paise. */
export type Balances = Partial<Record<Account, number>>;

export const books = {
  /** Reads every booking with the documents about its money, `BATCH` bookings at a time. */
  async *every(): AsyncGenerator<Books[]> {
    const all = BookingModel.find({}, { _id: 1 }).lean<{ _id: string }[]>().cursor();
    for await (const rows of batches(all, BATCH)) yield await books.of(rows.map(({ _id }) => _id));
  },

  /** Reads these bookings with the documents about their money; one query for each collection. */
  async of(ids: readonly string[]): Promise<Books[]> {
    const [bookings, settlements, payouts, payments, entries, redemptions] = await Promise.all([
      BookingModel.find({ _id: { $in: ids } }).lean<BookingDocument[]>(),
      SettlementModel.find({ _id: { $in: ids } }).lean<SettlementDocument[]>(),
      PayoutModel.find({ _id: { $in: ids } }).lean<PayoutDocument[]>(),
      PaymentModel.find({ booking_id: { $in: ids } }).lean<PaymentDocument[]>(),
      JournalModel.find({ booking_id: { $in: ids } }).lean<JournalEntry[]>(),
      RedemptionModel.find({ booking_id: { $in: ids }, state: 'taken' }, { booking_id: 1 }).lean<
        { booking_id: string }[]
      >(),
    ]);
    const settlementOf = new Map(settlements.map((one) => [one._id, one]));
    const payoutOf = new Map(payouts.map((one) => [one._id, one]));
    const paymentsOf = grouped(payments, (one) => one.booking_id ?? '');
    const entriesOf = grouped(entries, (one) => one.booking_id);
    const redeemed = new Set(redemptions.map((one) => one.booking_id));
    return bookings.map((booking) => ({
      booking,
      settlement: settlementOf.get(booking._id) ?? null,
      payout: payoutOf.get(booking._id) ?? null,
      payments: paymentsOf.get(booking._id) ?? [],
      entries: entriesOf.get(booking._id) ?? [],
      hasRedemption: redeemed.has(booking._id),
    }));
  },

  /** Money documents whose booking does not exist, each as a sentence. */
  async *strays(): AsyncGenerator<string> {
    const sources = [
      ['journal entry', JournalModel.find({}, { booking_id: 1 }).lean<Owned[]>().cursor()],
      ['settlement', SettlementModel.find({}, { _id: 1 }).lean<Owned[]>().cursor()],
      ['payout', PayoutModel.find({}, { _id: 1 }).lean<Owned[]>().cursor()],
      [
        'payment',
        PaymentModel.find({ booking_id: { $ne: null } }, { booking_id: 1 })
          .lean<Owned[]>()
          .cursor(),
      ],
      ['use of a promo code', RedemptionModel.find(settledRedemption, { booking_id: 1 }).lean<Owned[]>().cursor()],
    ] as const;
    for (const [kind, documents] of sources) {
      for await (const rows of batches<Owned>(documents, BATCH)) {
        const there = await present(rows.map(ownerOf));
        for (const row of rows) if (!there.has(ownerOf(row))) yield `the ${kind} ${row._id} belongs to no booking`;
      }
    }
  },

  /**
   * Counts the payments at the gateway that are credited to no booking: the booking is unknown, or the amount is not
   * the one that was due.
   */
  async unclaimed(): Promise<number> {
    return PaymentModel.countDocuments({ state: { $in: ['parked', 'mismatch'] } });
  },

  /** The balance of each account according to the journal, in paise. */
  async balances(): Promise<Balances> {
    const rows = await JournalModel.aggregate<{ _id: Account; left: number }>([
      { $unwind: '$lines' },
      { $group: { _id: '$lines.account', left: { $sum: '$lines.amount_paise' } } },
    ]);
    return Object.fromEntries(rows.map(({ _id, left }) => [_id, left]));
  },

  /**
   * The expected balances of the platform's own accounts, computed from bookings, settlements, payouts and payments
   * alone; in paise.
   */
  async expectedBalances(): Promise<Balances> {
    const [rides, bank, payouts, gateway] = await Promise.all([
      BookingModel.aggregate<{ fees: number; discounts: number }>([
        { $match: { $or: [{ status: 'completed' }, { 'part.price_paise': { $gt: 0 } }] } },
        {
          $group: {
            _id: null,
            fees: { $sum: { $ifNull: ['$part.fee_paise', '$platform_fee_paise'] } },
            // The platform does not bear the discount of a ride that a review refused.
            discounts: {
              $sum: {
                $ifNull: ['$part.discount_paise', { $cond: [isRefused, 0, '$discount_paise'] }],
              },
            },
          },
        },
      ]),
      SettlementModel.aggregate<Sum>([
        { $match: { settlement_status: 'paid', payment_method: { $nin: [null, BY_GATEWAY] } } },
        { $group: { _id: null, sum: total('net_due_paise') } },
      ]),
      PayoutModel.aggregate<Sum>([
        { $match: { payout_status: 'paid' } },
        { $group: { _id: null, sum: total('amount_paise') } },
      ]),
      PaymentModel.aggregate<Sum>([
        { $match: { state: { $in: ['captured', 'refund_due', 'refunded'] } } },
        { $group: { _id: null, sum: { $sum: { $subtract: ['$amount_paise', back] } } } },
      ]),
    ]);
    return {
      platform: 0 - (rides[0]?.fees ?? 0),
      promo: rides[0]?.discounts ?? 0,
      bank: (bank[0]?.sum ?? 0) - (payouts[0]?.sum ?? 0),
      gateway: gateway[0]?.sum ?? 0,
    };
  },
};

interface Owned {
  _id: string;
  booking_id?: string;
}
interface Sum {
  sum: number;
}

const ownerOf = (row: Owned) => row.booking_id ?? row._id;
const isRefused = { $eq: ['$review_status', 'refused'] };
const back = { $cond: [{ $eq: ['$state', 'refunded'] }, { $ifNull: ['$refund_paise', '$amount_paise'] }, 0] };
const total = (field: string) => ({ $sum: `$${field}` });

async function present(ids: readonly string[]): Promise<Set<string>> {
  const rows = await BookingModel.find({ _id: { $in: [...new Set(ids)] } }, { _id: 1 }).lean<{ _id: string }[]>();
  return new Set(rows.map((row) => row._id));
}
