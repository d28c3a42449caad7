import { type BookingDocument, BookingModel, type StoredFare } from '../bookings/bookings.model';
import { INDIA } from '../core/india';
import { SettlementModel } from '../settlements/settlements.model';

/** Sums over all charged fares, passes and settlements, in paise. `rides` counts the completed rides. */
export interface Sums {
  rides: number;
  fees_paise: number;
  pending_paise: number;
  collected_paise: number;
}

/**
 * The fares charged and the passes bought on a day, in paise; `day` as 2026-01-31 in India. `rides` counts the completed
 * rides.
 */
export interface DaySums {
  day: string;
  rides: number;
  fares_paise: number;
  fees_paise: number;
  earnings_paise: number;
  discounts_paise: number;
}

/** A driver's commission, in paise. */
export interface CommissionSums {
  _id: string;
  driver_name: string;
  rides: number;
  fees_paise: number;
  paid_paise: number;
}

const feeWhere = (condition: object) => ({ $sum: { $cond: [condition, '$platform_fee_paise', 0] } });
/** Whether a settlement belongs to a booking, and not to a pass. */
const isOfRide = { $eq: [{ $ifNull: ['$pass.span', 'none'] }, 'none'] };
const ofPasses = { 'pass.span': { $exists: true } };
const isPaid = { $eq: ['$settlement_status', 'paid'] };

const byDriver = [
  { $match: { 'cancellation.by': { $exists: false } } },
  {
    $group: {
      _id: '$driver_id',
      driver_name: { $last: '$driver_name' },
      rides: { $sum: { $cond: [isOfRide, 1, 0] } },
      fees_paise: { $sum: '$platform_fee_paise' },
      paid_paise: feeWhere(isPaid),
    },
  },
  { $sort: { fees_paise: -1 as const, _id: 1 as const } },
];

/** Matches the rides of which a part was charged since the given time, because they were cancelled in progress. */
const partsSince = (since: Date) => ({ refund_decided_at: { $gte: since }, 'part.price_paise': { $gt: 0 } });
const ALWAYS = new Date(0);

/** The charged amount of a fare: the part that a refund or a review left of it, else the whole. */
const charged = (part: keyof StoredFare, whole: string) => ({ $ifNull: [`$part.${part}`, `$${whole}`] });
const isCompleted = { $eq: ['$status', 'completed'] };
const countedAt = { $ifNull: ['$completed_at', '$refund_decided_at'] };
const counted = { $sum: { $cond: [isCompleted, 1, 0] } };

/** The day in India of a time, as 2026-01-31. */
const dayOf = (date: object | string) => ({ $dateToString: { date, format: '%Y-%m-%d', timezone: INDIA } });
const noDay = { rides: 0, fares_paise: 0, fees_paise: 0, earnings_paise: 0, discounts_paise: 0 };

/** The sums of the fares by the day of the charge. */
async function chargesByDay(since: Date, own: { driver_id?: string }): Promise<DaySums[]> {
  const rows = await BookingModel.aggregate<DaySums & { _id: string }>([
    {
      $match: {
        $or: [
          { ...own, status: 'completed', completed_at: { $gte: since } },
          { ...own, ...partsSince(since) },
        ],
      },
    },
    {
      $group: {
        _id: dayOf(countedAt),
        rides: counted,
        fares_paise: { $sum: charged('price_paise', 'price_paise') },
        fees_paise: { $sum: charged('fee_paise', 'platform_fee_paise') },
        earnings_paise: { $sum: charged('earnings_paise', 'driver_earnings_paise') },
        discounts_paise: { $sum: charged('discount_paise', 'discount_paise') },
      },
    },
    { $sort: { _id: 1 } },
  ]);
  return rows.map(({ _id, ...sums }) => ({ ...sums, day: _id }));
}

/** The prices of the passes by the day of the purchase; `_id` is the day. */
async function purchasesByDay(since: Date, own: { driver_id?: string }): Promise<{ _id: string; fees: number }[]> {
  return SettlementModel.aggregate<{ _id: string; fees: number }>([
    { $match: { ...own, ...ofPasses, created_at: { $gte: since } } },
    {
      $group: {
        _id: dayOf('$created_at'),
        fees: { $sum: '$platform_fee_paise' },
      },
    },
  ]);
}

export const figures = {
  /** The sums of all time; only `collected_paise` is limited to the settlements paid since the given time. */
  async sums(since: Date): Promise<Sums> {
    const [[rides], [fees]] = await Promise.all([
      BookingModel.aggregate<{ rides: number; fees: number }>([
        { $match: { $or: [{ status: 'completed' }, partsSince(ALWAYS)] } },
        { $group: { _id: null, rides: counted, fees: { $sum: charged('fee_paise', 'platform_fee_paise') } } },
      ]),
      SettlementModel.aggregate<{ passes: number; pending: number; collected: number }>([
        {
          $group: {
            _id: null,
            passes: { $sum: { $cond: [isOfRide, 0, '$platform_fee_paise'] } },
            pending: feeWhere({ $eq: ['$settlement_status', 'pending'] }),
            collected: feeWhere({ $and: [isPaid, { $gte: ['$paid_at', since] }] }),
          },
        },
      ]),
    ]);
    return {
      rides: rides?.rides ?? 0,
      fees_paise: (rides?.fees ?? 0) + (fees?.passes ?? 0),
      pending_paise: fees?.pending ?? 0,
      collected_paise: fees?.collected ?? 0,
    };
  },

  /**
   * The days since the given time on which fares were charged or passes bought, of one driver or of all, in no order.
   */
  async days(since: Date, driverId: string | null): Promise<DaySums[]> {
    const own = driverId ? { driver_id: driverId } : {};
    const [charges, purchases] = await Promise.all([chargesByDay(since, own), purchasesByDay(since, own)]);
    const days = new Map(charges.map((sums) => [sums.day, sums]));
    for (const { _id: day, fees } of purchases) {
      const sums = days.get(day) ?? { ...noDay, day };
      days.set(day, { ...sums, fees_paise: sums.fees_paise + fees });
    }
    return [...days.values()];
  },

  /** The rides of a driver whose fares were charged from `from` up to, but not including, `to`; oldest charge first. */
  async ridesOf(driverId: string, period: { from: Date; to: Date }): Promise<BookingDocument[]> {
    const within = { $gte: period.from, $lt: period.to };
    const [completed, parts] = await Promise.all([
      BookingModel.find({ driver_id: driverId, status: 'completed', completed_at: within }).lean<BookingDocument[]>(),
      BookingModel.find({
        driver_id: driverId,
        refund_decided_at: within,
        'part.price_paise': { $gt: 0 },
      }).lean<BookingDocument[]>(),
    ]);
    const time = (ride: BookingDocument) => (ride.completed_at ?? ride.refund_decided_at ?? ride.created_at).getTime();
    return [...completed, ...parts].sort((one, other) => time(one) - time(other));
  },

  /** A page of the commission by driver, the highest first. */
  async commissions({
    limit,
    skip,
  }: {
    limit: number;
    skip: number;
  }): Promise<{ rows: CommissionSums[]; total: number }> {
    const [found] = await SettlementModel.aggregate<{ rows: CommissionSums[]; counted: { total: number }[] }>([
      ...byDriver.slice(0, 2),
      { $facet: { rows: [...byDriver.slice(2), { $skip: skip }, { $limit: limit }], counted: [{ $count: 'total' }] } },
    ]);
    return { rows: found?.rows ?? [], total: found?.counted[0]?.total ?? 0 };
  },

  /** The commission of all drivers, the highest first, one by one. */
  everyCommission(): AsyncIterable<CommissionSums> {
    return SettlementModel.aggregate<CommissionSums>(byDriver).cursor();
  },
};
