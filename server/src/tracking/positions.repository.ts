import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import mongoose from 'mongoose';
import { settings } from '../settings';
import type { TrailPoint } from './plausibility';
import type { LiveFix } from './positions.memory';
import { type TrackMinute, TrackModel } from './tracks.model';

/** The fields of a booking that decide whether a fix is accepted, and the last stored `seq`. */
export interface Authority {
  customerId: string;
  driverId: string;
  status: BookingStatus;
  createdAt: Date;
  version: number;
  seq: number;
}

interface StoredBooking {
  _id: string;
  customer_id: string;
  driver_id: string;
  status: BookingStatus;
  created_at: Date;
  version: number;
  driver_location_seq?: number;
  accepted_at?: Date | null;
  completed_at?: Date | null;
  cancelled_at?: Date | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The beginning of the path of every point in the document of its minute. */
const PREFIX = 'p.';

/** Bypasses mongoose's casting, which costs ten times the write itself. */
const bookings = () => mongoose.connection.collection<StoredBooking>('bookings');
const tracks = () => mongoose.connection.collection<TrackMinute>(TrackModel.collection.name);

/** Reads the fields of a booking that decide whether a fix is accepted; null if there is no such booking. */
export async function authorityOf(bookingId: string): Promise<Authority | null> {
  const projection = { customer_id: 1, driver_id: 1, status: 1, created_at: 1, version: 1, driver_location_seq: 1 };
  const found = await bookings().findOne({ _id: bookingId }, { projection });
  if (!found) return null;
  const { customer_id, driver_id, status, created_at, version, driver_location_seq } = found;
  return {
    customerId: customer_id,
    driverId: driver_id,
    status,
    createdAt: created_at,
    version,
    seq: driver_location_seq ?? 0,
  };
}

/** Stores the newest positions, each only over an older one, so that a late batch never replaces a newer one. */
export async function writeNewest(
  batch: readonly { bookingId: string; fix: Pick<LiveFix, 'lat' | 'lng' | 'recordedAt'>; seq: number }[],
): Promise<void> {
  if (batch.length === 0) return;
  const writes = batch.map(({ bookingId, fix, seq }) => ({
    updateOne: {
      filter: { _id: bookingId, driver_location_seq: { $not: { $gte: seq } } },
      update: {
        $set: {
          driver_lat: fix.lat,
          driver_lng: fix.lng,
          driver_location_at: new Date(fix.recordedAt),
          driver_location_seq: seq,
        },
      },
    },
  }));
  await bookings().bulkWrite(writes, { ordered: false });
}

const expiryOf = (minute: number) => new Date(minute * MINUTE_MS + settings().TRACK_RETENTION_DAYS * DAY_MS);

/** Stores the points of live positions in their minutes; the same points again change nothing. */
export async function writeTrails(
  batch: readonly { bookingId: string; points: readonly TrailPoint[] }[],
): Promise<void> {
  const writes = batch.flatMap(({ bookingId, points }) =>
    [...byMinute(points)].map(([minute, set]) => ({
      updateOne: {
        filter: { _id: minuteId(bookingId, minute) },
        update: {
          $set: set,
          $setOnInsert: { expires_at: expiryOf(minute) },
        },
        upsert: true,
      },
    })),
  );
  if (writes.length > 0) await tracks().bulkWrite(writes, { ordered: false });
}

/**
 * Adds points that a phone sends later. A second that has a point already keeps it: nobody can change what was recorded
 * live or sent before.
 */
export async function addLatePoints(bookingId: string, points: readonly TrailPoint[]): Promise<void> {
  const writes = [...byMinute(points)].map(([minute, set]) => {
    const late = Object.fromEntries(Object.entries(set).map(([path, point]) => [path.slice(PREFIX.length), point]));
    return {
      updateOne: {
        filter: { _id: minuteId(bookingId, minute) },
        update: [
          {
            $set: {
              p: { $mergeObjects: [{ $literal: late }, '$p'] },
              expires_at: { $ifNull: ['$expires_at', expiryOf(minute)] },
            },
          },
        ],
        upsert: true,
      },
    };
  });
  await tracks().bulkWrite(writes, { ordered: false });
}

/** When a booking was accepted and when it ended; each null if it has not happened. */
export async function timesOf(bookingId: string): Promise<{ acceptedAt: Date | null; endedAt: Date | null }> {
  const projection = { accepted_at: 1, completed_at: 1, cancelled_at: 1 };
  const found = await bookings().findOne({ _id: bookingId }, { projection });
  return { acceptedAt: found?.accepted_at ?? null, endedAt: found?.completed_at ?? found?.cancelled_at ?? null };
}

/** The recorded trip, oldest point first. */
export async function readTrail(bookingId: string): Promise<TrailPoint[]> {
  const range = { $gte: `${bookingId}:`, $lt: `${bookingId};` };
  const minutes = await TrackModel.find({ _id: range }, { p: 1 }).lean<Pick<TrackMinute, 'p'>[]>();
  const points = minutes.flatMap((minute) => Object.values(minute.p));
  return points.sort((one, other) => one[2] - other[2]);
}

function byMinute(points: readonly TrailPoint[]): Map<number, Record<string, TrailPoint>> {
  const minutes = new Map<number, Record<string, TrailPoint>>();
  for (const point of points) {
    const minute = Math.floor(point[2] / MINUTE_MS);
    const set = minutes.get(minute) ?? {};
    set[`${PREFIX}${Math.floor(point[2] / 1000) % 60}`] = point;
    minutes.set(minute, set);
  }
  return minutes;
}

function minuteId(bookingId: string, minute: number): string {
  return `${bookingId}:${String(minute).padStart(9, '0')}`;
}
