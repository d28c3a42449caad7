import type { Role } from '@boli/shared/auth/auth.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Driven } from '@boli/shared/bookings/driven.schema';
import { PHONES_AFTER_RIDE_MS } from '@boli/shared/core/constants';
import { type Language, say } from '@boli/shared/core/messages';
import { etaOf } from '../arrival/arrival.service';
import { clock } from '../core/clock';
import type { Reader } from '../core/language';
import { shownToDriver } from '../rides/pickup';
import { minutesOf, presentRoad, shapeFrom } from '../rides/roads';
import { presentBookedQuote } from './booked-quote.presenter';
import { driverFare } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { type Parties, pacedParties, prefetchedParties, readParties } from './bookings.parties';
import { endReason } from './bookings.policy';
import { cancelCostFor } from './cancellation-fee.presenter';
import { type Live, liveElsewhere, newestPosition } from './live-elsewhere';
import { presentFare, presentMoney } from './money.presenter';

/** The data that bookings show in addition to their own documents. */
export interface BookingContext extends Parties {
  /** The live data that other nodes of a cluster hold, by booking id. */
  live: ReadonlyMap<string, Live>;
}

/**
 * Loads the data that presenting these bookings needs, one query for each collection; the answers of other nodes
 * include the routes if `withRoutes`.
 */
export async function bookingContext(rows: readonly BookingDocument[], withRoutes = false): Promise<BookingContext> {
  const [only] = rows;
  if (only === undefined) return { people: new Map(), profiles: new Map(), live: new Map() };
  if (rows.length === 1) return contextOfOne(only, withRoutes);
  const [parties, live] = await Promise.all([readParties(rows), liveElsewhere(rows, withRoutes)]);
  return { ...parties, live };
}

/** Like `bookingContext`, for one booking. */
async function contextOfOne(booking: BookingDocument, withRoutes: boolean): Promise<BookingContext> {
  const [parties, live] = await Promise.all([
    prefetchedParties(booking) ?? pacedParties(booking),
    liveElsewhere([booking], withRoutes),
  ]);
  return { ...parties, live };
}

/**
 * Presents a booking to one person. From acceptance on, each party sees the other's phone number (until a day after the
 * ride), and a customer who does not pay in cash sees the driver's UPI ID. Before acceptance, the driver sees the
 * approximate pickup that all drivers see.
 */
export function presentBooking(booking: BookingDocument, reader: Reader, context: BookingContext): Booking {
  const place = placeFor(reader.role, booking);
  const live = context.live.get(booking._id);
  return {
    id: booking._id,
    status: booking.status,
    ride_request_id: booking.ride_request_id,
    quote_id: booking.quote_id,
    quote: presentBookedQuote(booking, context.profiles.get(booking.driver_id), reader.id),
    customer_id: booking.customer_id,
    customer_name: place.customer_name,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    car_model: booking.car_model,
    vehicle_number: booking.vehicle_number ?? null,
    ...presentRoute(place),
    ...presentMoney(booking),
    ...cancelCostFor(reader.role, booking),
    driver_fare: reader.role === 'customer' ? null : presentFare(driverFare(booking)),
    review_note: reviewNoteFor(reader.role, booking),
    ...presentPrivate(booking, reader.role, context),
    ...presentPosition(booking, live),
    eta: live ? live.eta : etaOf(booking._id, booking.status),
    has_rating: booking.rating !== null,
    rating: booking.rating,
    cancelled_by: booking.cancelled_by,
    cancellation_reason: reasonFor(reader.language, booking),
    created_at: booking.created_at.toISOString(),
    ...(booking.status === 'pending' && { answer_by: booking.answer_by.toISOString() }),
    accepted_at: timeOf(booking.accepted_at),
    arrived_at: timeOf(booking.arrived_at ?? null),
    started_at: timeOf(booking.started_at),
    completed_at: timeOf(booking.completed_at),
    cancelled_at: timeOf(booking.cancelled_at),
    driven: presentDriven(booking),
    version: booking.version,
  };
}

/** Presents a single booking for the response to a call that changes it. */
export async function presentWithContext(booking: BookingDocument, reader: Reader): Promise<Booking> {
  return presentBooking(booking, reader, await bookingContext([booking]));
}

/** Presents a single booking with its shape along the road, which begins at the pickup that the reader is shown. */
export async function presentOneBooking(booking: BookingDocument, reader: Reader): Promise<Booking> {
  const shown = await presentWithContext(booking, reader);
  return { ...shown, shape: await shapeFrom(booking.ride_request_id, shown) };
}

function reasonFor(language: Language, booking: BookingDocument): string | null {
  const reason = endReason(booking);
  return reason && say(reason, language);
}

type Placed = BookingDocument & { pickup_is_approximate: boolean; drop_is_area?: true };

/** A booking with the pickup that this reader is shown. */
export function placeFor(audience: Role, booking: BookingDocument): Placed {
  return audience === 'driver' ? shownToDriver(booking) : { ...booking, pickup_is_approximate: false };
}

/** Presents pickup, drop, distances and scheduled time of the ride. */
function presentRoute(booking: Placed) {
  return {
    pickup_location: booking.pickup_location,
    pickup_lat: booking.pickup_lat,
    pickup_lng: booking.pickup_lng,
    pickup_is_approximate: booking.pickup_is_approximate,
    ...(booking.drop_is_area && { drop_is_area: booking.drop_is_area }),
    drop_location: booking.drop_location,
    drop_lat: booking.drop_lat,
    drop_lng: booking.drop_lng,
    distance_km: booking.distance_km,
    road: presentRoad(booking),
    is_scheduled: booking.is_scheduled,
    scheduled_time: timeOf(booking.scheduled_time),
  };
}

/**
 * Presents the fields that only the other party may see, and only from `accepted` on. Phone numbers are shown until a
 * day after the ride.
 */
function presentPrivate(booking: BookingDocument, audience: Role, { people, profiles }: BookingContext) {
  const agreed = isAgreed(booking);
  const mayCall = agreed && !isLongOver(booking);
  const paysDriver = booking.payment_method !== 'cash';
  const phoneOf = (id: string) => people.get(id)?.phone ?? null;
  return {
    customer_phone: mayCall && audience === 'driver' ? phoneOf(booking.customer_id) : null,
    driver_phone: mayCall && audience === 'customer' ? phoneOf(booking.driver_id) : null,
    driver_upi_id:
      agreed && audience === 'customer' && paysDriver ? (profiles.get(booking.driver_id)?.upi_id ?? null) : null,
  };
}

function presentPosition(booking: BookingDocument, live: Live | undefined) {
  const newest = newestPosition(booking, live);
  return {
    driver_lat: newest?.lat ?? booking.driver_lat,
    driver_lng: newest?.lng ?? booking.driver_lng,
    driver_location_at: newest?.recorded_at ?? timeOf(booking.driver_location_at),
  };
}

/** A refusal is explained to the driver whom it concerns; other review notes are for admins only. */
function reviewNoteFor(audience: Role, { review_status, review_note = null }: BookingDocument): string | null {
  const isForDriver = audience === 'driver' && review_status === 'refused';
  return isForDriver || audience === 'admin' ? review_note : null;
}

/** Presents the driven way; null while it is not computed, and if too little was recorded. */
export function presentDriven({ driven }: BookingDocument): Driven | null {
  if (!driven) return null;
  const { meters, seconds, source } = driven;
  return {
    distance_km: Number((meters / 1_000).toFixed(2)),
    duration_min: minutesOf(seconds),
    source,
  };
}

/** Whether the ride was agreed: from `accepted` on, and not after it was cancelled. */
function isAgreed(booking: BookingDocument): boolean {
  return booking.status === 'accepted' || booking.status === 'in_progress' || booking.status === 'completed';
}

/** Whether the ride ended more than a day ago: until then people may call about things left in the car. */
function isLongOver({ completed_at: at }: BookingDocument): boolean {
  return at !== null && clock.millis() - at.getTime() >= PHONES_AFTER_RIDE_MS;
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
