import { BookingModel } from '../bookings/bookings.model';
import { type RedemptionDocument, RedemptionModel } from '../promos/redemptions.model';
import { SettlementModel } from '../settlements/settlements.model';
import { PLATFORM } from '../sums/periods';
import { type JournalEntry, JournalModel } from './journal.model';
import type { CountedBooking, CountedEntry, CountedRedemption, CountedSettlement } from './leaves';

/** A period of time from `from` up to, but not including, `to`. */
export interface Span {
  from: Date;
  to: Date;
}

type WithId<D> = D & { _id: string };

const bookingFields = {
  driver_id: 1,
  status: 1,
  part: 1,
  price_paise: 1,
  discount_paise: 1,
  final_price_paise: 1,
  platform_fee_paise: 1,
  driver_earnings_paise: 1,
  completed_at: 1,
  refund_decided_at: 1,
  rating: 1,
} as const;
const settlementFields = {
  driver_id: 1,
  driver_name: 1,
  pass: 1,
  cancellation: 1,
  platform_fee_paise: 1,
  settlement_status: 1,
  paid_at: 1,
  created_at: 1,
  undone: 1,
} as const;
const entryFields = { at: 1, lines: 1 } as const;

const within = ({ from, to }: Span) => ({ $gte: from, $lt: to });
const ofOwner = (owner: string) => (owner === PLATFORM ? {} : { driver_id: owner });
const afterId = (id: string | null) => (id === null ? {} : { _id: { $gt: id } });

/** The documents from which the kept sums of the shortest periods are computed. An index serves each query. */
export const leafDocuments = {
  /** The bookings with a charged fare that are counted in this time. */
  async bookings(owner: string, span: Span): Promise<CountedBooking[]> {
    const [completed, parts] = await Promise.all([
      BookingModel.find({ ...ofOwner(owner), status: 'completed', completed_at: within(span) }, bookingFields).lean<
        CountedBooking[]
      >(),
      BookingModel.find(
        { ...ofOwner(owner), refund_decided_at: within(span), 'part.price_paise': { $gt: 0 } },
        bookingFields,
      ).lean<CountedBooking[]>(),
    ]);
    // A completed ride is counted at its completion, whatever was decided later.
    return [...completed, ...parts.filter(({ status }) => status !== 'completed')];
  },

  /** The settlements that were created in this time, oldest first. */
  async settlements(owner: string, span: Span): Promise<CountedSettlement[]> {
    return SettlementModel.find({ ...ofOwner(owner), created_at: within(span) }, settlementFields)
      .sort({ created_at: 1 })
      .lean<CountedSettlement[]>();
  },

  /** The settlements that were paid in this time. */
  async collected(span: Span): Promise<CountedSettlement[]> {
    return SettlementModel.find({ paid_at: within(span) }, settlementFields).lean<CountedSettlement[]>();
  },

  /** The journal entries of this time with a line of the driver. */
  async entries(driverId: string, span: Span): Promise<CountedEntry[]> {
    return JournalModel.find({ 'lines.party_id': driverId, at: within(span) }, entryFields).lean<CountedEntry[]>();
  },

  /** The redemptions of a code that were taken in this time. */
  async redemptions(code: string, span: Span): Promise<CountedRedemption[]> {
    return RedemptionModel.find({ code, state: 'taken', taken_at: within(span) }).lean<CountedRedemption[]>();
  },

  /** The next `limit` documents after an id, in the order of their ids. */
  async bookingsAfter(id: string | null, limit: number): Promise<WithId<CountedBooking>[]> {
    return BookingModel.find(afterId(id), bookingFields).sort({ _id: 1 }).limit(limit).lean<WithId<CountedBooking>[]>();
  },
  async settlementsAfter(id: string | null, limit: number): Promise<WithId<CountedSettlement>[]> {
    return SettlementModel.find(afterId(id), settlementFields)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<WithId<CountedSettlement>[]>();
  },
  async redemptionsAfter(id: string | null, limit: number): Promise<RedemptionDocument[]> {
    return RedemptionModel.find(afterId(id)).sort({ _id: 1 }).limit(limit).lean<RedemptionDocument[]>();
  },
  async entriesAfter(id: string | null, limit: number): Promise<JournalEntry[]> {
    return JournalModel.find(afterId(id)).sort({ _id: 1 }).limit(limit).lean<JournalEntry[]>();
  },
};
