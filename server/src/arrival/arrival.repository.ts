import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import mongoose from 'mongoose';
import type { Plan } from './ports';
import { PredictionModel } from './predictions.model';
import type { Outcome } from './promise';

/**
 * The fields of a booking that are read here. The model belongs to the bookings noun, which this noun may not import.
 */
interface StoredBooking {
  _id: string;
  status: BookingStatus;
  version: number;
  driver_id: string;
  pickup_lat: number;
  pickup_lng: number;
  drop_lat: number;
  drop_lng: number;
  created_at: Date;
  accepted_at: Date | null;
  arrived_at?: Date | null;
  started_at: Date | null;
  review_status?: string | null;
}

/** Reads a booking's status, version, driver, pickup, drop and times; null if there is no such booking. */
export async function planOf(bookingId: string): Promise<Plan | null> {
  const projection = { status: 1, version: 1, driver_id: 1, review_status: 1 } as const;
  const ends = { pickup_lat: 1, pickup_lng: 1, drop_lat: 1, drop_lng: 1 } as const;
  const times = { created_at: 1, accepted_at: 1, arrived_at: 1, started_at: 1 } as const;
  const bookings = mongoose.connection.collection<StoredBooking>('bookings');
  const found = await bookings.findOne({ _id: bookingId }, { projection: { ...projection, ...ends, ...times } });
  return found && planFrom(found);
}

/** Converts a stored booking into the plan that live arrival follows. */
export function planFrom(booking: StoredBooking): Plan {
  return {
    status: booking.status,
    version: booking.version,
    since: (booking.started_at ?? booking.accepted_at ?? booking.created_at).getTime(),
    driverId: booking.driver_id,
    pickup: { lat: booking.pickup_lat, lng: booking.pickup_lng },
    drop: { lat: booking.drop_lat, lng: booking.drop_lng },
    hasArrived: (booking.arrived_at ?? null) !== null,
    isPlausible: (booking.review_status ?? null) === null,
  };
}

/** Stores a prediction with its outcome, once for each leg. */
export async function storeOutcome({ bookingId, to, source, distance_m, at, seconds, reachedAt, result }: Outcome) {
  const outcome = {
    booking_id: bookingId,
    to,
    source,
    distance_m,
    predicted_at: new Date(at),
    predicted_s: seconds,
    arrived_at: new Date(reachedAt),
    result,
  };
  await PredictionModel.updateOne({ _id: `${bookingId}:${to}` }, { $setOnInsert: outcome }, { upsert: true });
}
