import { z } from 'zod';
import { SCHEDULE_GRACE_MS, SCHEDULE_LEAD_MINUTES, SCHEDULE_MAX_DAYS } from '../core/constants';
import { samePoint } from '../core/distance';
import {
  Id,
  Latitude,
  Longitude,
  Money,
  numberText,
  optional,
  Price,
  says,
  TimeInput,
  Timestamp,
  text,
  Version,
} from '../core/fields';
import { Reference } from '../fares/fares.schema';
import { Road, RoadSource, Shape } from '../geo/geo.schema';
import { MiddleHalf } from '../market/market.schema';
import { Quote } from './quotes.schema';
import { endReasons, quotesEndings, rideStatuses } from './rides.state';

/** The fields of pickup and drop, shared by all schemas that have them. */
export const RouteFields = {
  pickup_location: z.string(),
  pickup_lat: z.number(),
  pickup_lng: z.number(),
  drop_location: z.string(),
  drop_lat: z.number(),
  drop_lng: z.number(),
};

/**
 * True if the driver who reads this gets only the area of the drop (a rounded point, the locality, and distance and
 * minutes estimated to that point), because the law hides it until acceptance. Missing otherwise.
 */
export const DropIsArea = z.literal(true).optional();

/**
 * Whether the driver who reads this gets an approximate pickup (point, address and distance) and only the customer's
 * first name. With `PICKUP_PRIVACY=approximate` this is so until that driver has accepted; with `exact`, the default, it
 * never is.
 */
export const PickupIsApproximate = z.boolean();

export const RideRequest = z.object({
  id: Id,
  customer_id: Id,
  customer_name: z.string(),
  ...RouteFields,
  pickup_is_approximate: PickupIsApproximate,
  drop_is_area: DropIsArea,
  /** Straight-line distance. */
  distance_km: z.number(),
  /** Null in requests from before the field existed. */
  road: Road.nullable(),
  /**
   * The usual price without a vehicle class, as in a sedan: computed from `road` and the rates that were valid when the
   * request was posted. Null without a tariff, and in requests from before the field existed.
   */
  reference: Reference.nullable(),
  /**
   * The middle half of the prices that had been accepted in this area at this hour before the request was posted, computed
   * for its `reference`. Null with fewer than 30, without a reference, and in requests from before the field existed.
   */
  middle_half: MiddleHalf.nullable(),
  is_scheduled: z.boolean(),
  scheduled_time: Timestamp.nullable(),
  status: z.enum(rideStatuses),
  /**
   * Why the request expired: nobody quoted, every driver withdrew, or else (`all_expired`) no quote was left, because the
   * last ones ran out or ended with a booking. Null for a request that has not expired, or that expired before the field
   * existed.
   */
  end_reason: z.enum(endReasons).nullable(),
  /**
   * The price that the customer asks for, in rupees, which binds nobody: drivers quote it by one tap, or name their own.
   * Null if the customer has named none.
   */
  asked_price: Money.nullable(),
  /** Whether drivers up to twice as far away as usual were notified of this request, which happens once. */
  widened: z.boolean(),
  /**
   * Why no quote on this open request can be chosen any more: every driver withdrew, one of the quotes ended with its
   * booking (`none_left`), or else the last ones ran out. Null while one can be chosen, before the first quote, and for
   * drivers, who learn nothing of other drivers' quotes.
   */
  quotes_ended: z.enum(quotesEndings).nullable(),
  quote_count: z.number().int(),
  booking_id: Id.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  version: Version,
  /**
   * The quote of the driver who reads this; null if the driver has not quoted. Present in REST answers, watch
   * snapshots and pushes to the driver's own room; absent in pushes to an area, and for everybody else.
   */
  my_quote: Quote.nullable().optional(),
  /**
   * For a driver: minutes and kilometres to the pickup from the centre of the requested circle or, without a circle,
   * from the driver's position. Null if that position is unknown, and for all but the ten nearest unscheduled requests
   * within 50 km. The kilometres are null, too, if the router gives none. Absent in pushes, and for everybody else.
   */
  to_pickup_min: z.number().int().nullable().optional(),
  to_pickup_km: z.number().nullable().optional(),
  to_pickup_source: RoadSource.nullable().optional(),
  /** Present only in the response to a read of this one request, not in lists and pushes. */
  shape: Shape.optional(),
});
export type RideRequest = z.infer<typeof RideRequest>;

const place = (missing: 'rides.pickup_required' | 'rides.drop_required') => text(500, missing, 'rides.location_long');
/** Gives one error text for a point that was not chosen, whichever coordinate is missing. */
const chosen = <S extends z.ZodNumber>(coordinate: S) =>
  z.preprocess((value, context) => {
    if (value === undefined || value === null) {
      context.addIssue({ code: 'custom', message: says('rides.points_required') });
      return z.NEVER;
    }
    return value;
  }, coordinate);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Returns the error of a scheduled time that is less than 30 minutes (with a grace of one minute) or more than 30 days
 * after `now`; else null.
 */
export function scheduleError(time: Date, now: Date): 'rides.schedule_hint' | 'rides.schedule_far' | null {
  const ahead = time.getTime() - now.getTime();
  if (ahead < SCHEDULE_LEAD_MINUTES * MINUTE_MS - SCHEDULE_GRACE_MS) return 'rides.schedule_hint';
  if (ahead > SCHEDULE_MAX_DAYS * DAY_MS) return 'rides.schedule_far';
  return null;
}

/** A new request. Whether its scheduled time is far enough ahead depends on the clock: see `RideRequestInput`. */
export const RideRequestBody = z
  .object({
    pickup_location: place('rides.pickup_required'),
    pickup_lat: chosen(Latitude),
    pickup_lng: chosen(Longitude),
    drop_location: place('rides.drop_required'),
    drop_lat: chosen(Latitude),
    drop_lng: chosen(Longitude),
    is_scheduled: z
      .boolean()
      .nullish()
      .transform((on) => on ?? false),
    scheduled_time: optional(TimeInput),
    asked_price: optional(Price),
  })
  .transform((ride) => (ride.is_scheduled ? ride : { ...ride, scheduled_time: null }))
  .superRefine((ride, context) => {
    const from = { lat: ride.pickup_lat, lng: ride.pickup_lng };
    const to = { lat: ride.drop_lat, lng: ride.drop_lng };
    if (samePoint(from, to))
      context.addIssue({ code: 'custom', path: ['drop_lat'], message: says('rides.points_equal') });
    if (ride.is_scheduled && !ride.scheduled_time)
      context.addIssue({ code: 'custom', path: ['scheduled_time'], message: says('rides.schedule_required') });
  });
export type RideRequestInput = z.infer<typeof RideRequestBody>;

/**
 * A new request, whose scheduled time is validated against the clock. The server applies the same rule to every
 * request, except to a repeat of one that it has already stored.
 */
export const RideRequestInput = RideRequestBody.superRefine((ride, context) => {
  const error = ride.scheduled_time && scheduleError(ride.scheduled_time, new Date());
  if (error) context.addIssue({ code: 'custom', path: ['scheduled_time'], message: error });
});

/** The radius of a circle of ride requests, in kilometres. */
export const RadiusKm = z.number().min(0.1).max(500);

/** The circle in which a driver wants to see ride requests. */
export const Near = z.object({ lat: Latitude, lng: Longitude, radius_km: RadiusKm });
export type Near = z.infer<typeof Near>;

/** The list of requests is filtered only if all three parameters are given. */
export const RidesQuery = z.object({
  lat: numberText(Latitude).optional(),
  lng: numberText(Longitude).optional(),
  radius_km: numberText(RadiusKm).optional(),
});

/** The price that a customer names for an open request, or raises, in rupees. */
export const AskedPriceInput = z.object({ asked_price: Price });
