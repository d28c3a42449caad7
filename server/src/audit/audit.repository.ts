import type { Account } from '@boli/shared/ledger/ledger.schema';
import { type BookingDocument, BookingModel } from '../bookings/bookings.model';
import { batches } from '../core/batches';
import { grouped } from '../core/grouped';
import { type JournalEntry, JournalModel } from '../ledger/journal.model';
import { type PayoutDocument, PayoutModel } from '../ledger/payouts.model';
import { type PaymentDocument, PaymentModel } from '../payments/payments.model';
import { type PassDocument, PassModel } from '../pricing/passes.model';
import { RedemptionModel } from '../promos/redemptions.model';
import { type SettlementDocument, SettlementModel } from '../settlements/settlements.model';
import { BY_GATEWAY } from '../settlements/settlements.repository';
import { isWaivedFee } from '../settlements/waive.policy';
import type { Books } from './audit';
import type { PassBooks } from './passes-audit';

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

  /** Reads every pass with the documents about its money, `BATCH` passes at a time. */
  async *everyPass(): AsyncGenerator<PassBooks[]> {
    const all = PassModel.find({}, { _id: 1 }).lean<{ _id: string }[]>().cursor();
    for await (const rows of batches(all, BATCH)) yield await books.ofPasses(rows.map(({ _id }) => _id));
  },

  /** Reads these passes with the documents about their money; one query for each collection. */
  async ofPasses(ids: readonly string[]): Promise<PassBooks[]> {
    const [passes, settlements, entries] = await Promise.all([
      PassModel.find({ _id: { $in: ids } }).lean<PassDocument[]>(),
      SettlementModel.find({ _id: { $in: ids } }).lean<SettlementDocument[]>(),
      JournalModel.find({ booking_id: { $in: ids } }).lean<JournalEntry[]>(),
    ]);
    const settlementOf = new Map(settlements.map((one) => [one._id, one]));
    const entriesOf = grouped(entries, (one) => one.booking_id);
    return passes.map((pass) => ({
      pass,
      settlement: settlementOf.get(pass._id) ?? null,
      entries: entriesOf.get(pass._id) ?? [],
    }));
  },

  /** Money documents whose booking or pass does not exist, each as a sentence. */
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
        const there = await present(rows.map(ownerOf), kind === 'journal entry' || kind === 'settlement');
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
   * The expected balances of the platform's own accounts, computed from bookings, passes, settlements, payouts and
   * payments alone; in paise.
   */
  async expectedBalances(): Promise<Balances> {
    const [rides, passes, cancelled, waived, bank, payouts, gateway] = await Promise.all([
      BookingModel.aggregate<{ fees: number; discounts: number; levies: number; own: number }>([
        { $match: { $or: [{ status: 'completed' }, { 'part.price_paise': { $gt: 0 } }] } },
        {
          $group: {
            _id: null,
            fees: { $sum: { $ifNull: ['$part.fee_paise', '$platform_fee_paise'] } },
            levies: { $sum: { $add: [levyOf('driver_paise'), levyOf('platform_paise')] } },
            own: { $sum: levyOf('platform_paise') },
            // The platform does not bear the discount of a ride that a review refused.
            discounts: {
              $sum: {
                $ifNull: ['$part.discount_paise', { $cond: [isRefused, 0, '$discount_paise'] }],
              },
            },
          },
        },
      ]),
      PassModel.aggregate<Sum & { levies: number }>([
        { $group: { _id: null, sum: total('price_paise'), levies: total('levy_paise') } },
      ]),
      BookingModel.aggregate<Sum>([
        { $match: { 'cancellation_fee.by': 'driver' } },
        { $group: { _id: null, sum: total('cancellation_fee.amount_paise') } },
      ]),
      SettlementModel.aggregate<Sum>([
        { $match: { ...isWaivedFee, 'cancellation.by': 'driver' } },
        { $group: { _id: null, sum: total('net_due_paise') } },
      ]),
      SettlementModel.aggregate<Sum>([
        { $match: { settlement_status: 'paid', payment_method: { $nin: [null, BY_GATEWAY] }, $nor: [isWaivedFee] } },
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
      platform:
        0 -
        ((rides[0]?.fees ?? 0) - (rides[0]?.own ?? 0)) -
        ((passes[0]?.sum ?? 0) - (passes[0]?.levies ?? 0)) -
        ((cancelled[0]?.sum ?? 0) - (waived[0]?.sum ?? 0)),
      levy: 0 - (rides[0]?.levies ?? 0) - (passes[0]?.levies ?? 0),
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
/** The levy of the fare that is charged: of the partial fare if there is one, else of the whole fare. */
const levyOf = (side: string) => ({
  $cond: [
    { $eq: [{ $type: '$part.price_paise' }, 'missing'] },
    { $ifNull: [`$levies.${side}`, 0] },
    { $ifNull: [`$part.levies.${side}`, 0] },
  ],
});

/** Returns the given ids that belong to bookings, and with `orPasses` also those that belong to passes. */
async function present(ids: readonly string[], orPasses: boolean): Promise<Set<string>> {
  const known = { _id: { $in: [...new Set(ids)] } };
  const [bookings, passes] = await Promise.all([
    BookingModel.find(known, { _id: 1 }).lean<{ _id: string }[]>(),
    orPasses ? PassModel.find(known, { _id: 1 }).lean<{ _id: string }[]>() : [],
  ]);
  return new Set([...bookings, ...passes].map((row) => row._id));
}
