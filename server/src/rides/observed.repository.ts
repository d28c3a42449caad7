import type { AreaHour } from '../market/area';
import { type RideDocument, RideModel } from './rides.model';

/** The fields of a request that are read to observe it. */
export type ClosedRide = Pick<
  RideDocument,
  | '_id'
  | 'customer_id'
  | 'status'
  | 'area'
  | 'closed_at'
  | 'created_at'
  | 'changed_at'
  | 'pickup_lat'
  | 'pickup_lng'
  | 'drop_lat'
  | 'drop_lng'
  | 'roads'
  | 'rates'
  | 'quotes'
>;

/** A request that has changed: which hour it belongs to, and whether it was closed. */
export type ChangedRide = Pick<ClosedRide, '_id' | 'area' | 'closed_at' | 'created_at' | 'changed_at'>;

const ends = { pickup_lat: 1, pickup_lng: 1, drop_lat: 1, drop_lng: 1 } as const;
const quoteFields = {
  'quotes.driver_id': 1,
  'quotes.price_paise': 1,
  'quotes.status': 1,
  'quotes.created_at': 1,
} as const;
const times = { closed_at: 1, created_at: 1 } as const;
const fields = { ...ends, ...times, customer_id: 1, status: 1, roads: 1, rates: 1, area: 1, ...quoteFields } as const;
const BATCH = 500;
const HOUR_MS = 3_600_000;

/** Reads what was observed of requests. */
export const observedRides = {
  /** The requests that have changed at or after this time, in the order of their changes. */
  changedSince(after: Date): AsyncIterable<ChangedRide> {
    return RideModel.find({ changed_at: { $gte: after } }, { area: 1, created_at: 1, changed_at: 1, closed_at: 1 })
      .sort({ changed_at: 1 })
      .lean<ClosedRide>()
      .cursor({ batchSize: BATCH });
  },

  /** The closed requests of one hour of an area. */
  async ofHour({ area, starts_at }: AreaHour): Promise<ClosedRide[]> {
    const hour = { $gte: starts_at, $lt: new Date(starts_at.getTime() + HOUR_MS) };
    return RideModel.find({ area, created_at: hour, closed_at: { $gt: new Date(0) } }, fields).lean<ClosedRide[]>();
  },

  async byIds(ids: readonly string[]): Promise<Map<string, ClosedRide>> {
    const rows = await RideModel.find({ _id: { $in: ids } }, fields).lean<ClosedRide[]>();
    return new Map(rows.map((row) => [row._id, row]));
  },
};
