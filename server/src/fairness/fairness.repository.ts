import { BookingModel } from '../bookings/bookings.model';
import type { RatesRecord } from '../fares/rates';
import { RideModel } from '../rides/rides.model';
import { insertOnce } from '../store/insert-once';
import type { CountedRequest, CountedRide } from './day-facts';
import {
  type FairnessDay,
  FairnessDayModel,
  type FairnessPage,
  FairnessPageModel,
  type FairnessProgress,
  FairnessProgressModel,
} from './fairness.model';

/** A period of time from `from` up to, but not including, `to`. */
interface Span {
  from: Date;
  to: Date;
}

const rideFields = {
  status: 1,
  part: 1,
  price_paise: 1,
  discount_paise: 1,
  final_price_paise: 1,
  platform_fee_paise: 1,
  driver_earnings_paise: 1,
  driver_id: 1,
  customer_id: 1,
  ride_request_id: 1,
  pickup_lat: 1,
  pickup_lng: 1,
  drop_lat: 1,
  drop_lng: 1,
  roads: 1,
  scheduled_time: 1,
  accepted_at: 1,
  arrived_at: 1,
  started_at: 1,
  completed_at: 1,
  'quote.vehicle_class': 1,
  'quote.pickup_eta_min': 1,
} as const;

/** The number of ids in one query. */
const TOGETHER = 500;
const PROGRESS = 'days';

/** The documents that are counted. An index serves each query. */
export const counted = {
  /** The rides that were completed in this time. */
  async rides({ from, to }: Span): Promise<CountedRide[]> {
    return BookingModel.find({ status: 'completed', completed_at: { $gte: from, $lt: to } }, rideFields).lean<
      CountedRide[]
    >();
  },

  /** The requests that were posted in this time. */
  async requests({ from, to }: Span): Promise<CountedRequest[]> {
    return RideModel.find({ created_at: { $gte: from, $lt: to } }, { customer_id: 1, 'quotes._id': 1 }).lean<
      CountedRequest[]
    >();
  },

  /** The rates of these requests, by request. */
  async rates(requestIds: readonly string[]): Promise<Map<string, RatesRecord | null | undefined>> {
    const rates = new Map<string, RatesRecord | null | undefined>();
    for (let at = 0; at < requestIds.length; at += TOGETHER) {
      const ids = requestIds.slice(at, at + TOGETHER);
      const rows = await RideModel.find({ _id: { $in: ids } }, { rates: 1 }).lean<
        { _id: string; rates?: RatesRecord | null }[]
      >();
      for (const row of rows) rates.set(row._id, row.rates);
    }
    return rates;
  },

  /** When the first request was posted; null before that. */
  async beginning(): Promise<Date | null> {
    const first = await RideModel.findOne({}, { created_at: 1 }).sort({ created_at: 1 }).lean<{ created_at: Date }>();
    return first?.created_at ?? null;
  },
};

export const fairnessDays = {
  /** Whether the day has been counted. */
  async has(day: string): Promise<boolean> {
    return (await FairnessDayModel.exists({ _id: day })) !== null;
  },
  /** Stores a counted day; one that is stored is not changed. */
  async insert(day: FairnessDay): Promise<void> {
    await insertOnce(FairnessDayModel, day);
  },
  /** The days from one to another, both included. */
  async between(from: string, to: string): Promise<FairnessDay[]> {
    return FairnessDayModel.find({ _id: { $gte: from, $lte: to } })
      .sort({ _id: 1 })
      .lean<FairnessDay[]>();
  },
};

export const fairnessPages = {
  /** Publishes figures; those of a published period are not changed. */
  async insert(page: FairnessPage): Promise<void> {
    await insertOnce(FairnessPageModel, page);
  },
  /**
   * The published periods that end on this day or later, and the latest period of the kind `last_days`, even if that
   * period ends earlier.
   */
  async since(day: string): Promise<FairnessPage[]> {
    const kind = { $in: ['month', 'last_days'] as const };
    const [recent, latest] = await Promise.all([
      FairnessPageModel.find({ kind, to: { $gte: day } }).lean<FairnessPage[]>(),
      this.latest('last_days', 1),
    ]);
    return [...recent, ...latest];
  },
  /** The latest published periods of a kind, the newest first. */
  async latest(kind: FairnessPage['kind'], limit: number): Promise<FairnessPage[]> {
    return FairnessPageModel.find({ kind }).sort({ to: -1 }).limit(limit).lean<FairnessPage[]>();
  },
};

export const fairnessProgress = {
  /** The last day whose figures are published; null before the first. */
  async read(): Promise<string | null> {
    return (await FairnessProgressModel.findById(PROGRESS).lean<FairnessProgress>())?.day ?? null;
  },
  /** Stores that a day is published, unless a later day is stored. */
  async reach(day: string): Promise<void> {
    await FairnessProgressModel.updateOne({ _id: PROGRESS }, { $max: { day } }, { upsert: true });
  },
};
