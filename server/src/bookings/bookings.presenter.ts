import type { Booking, HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { toRupees } from '@boli/shared/core/money';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import type { Person } from '../auth/auth.repository';
import { users } from '../auth/auth.repository';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import { latestPosition } from '../realtime/positions.memory';
import { fileAddress } from '../uploads/addresses';
import type { BookingDocument } from './bookings.model';

/** Who looks: each sees what is meant for it. */
export type Audience = 'customer' | 'driver' | 'admin';

/** What bookings show of others: people by user id, drivers' profiles by user id. */
export interface BookingContext {
  people: Map<string, Person>;
  profiles: Map<string, DriverProfileDocument>;
}

/** Loads what these bookings show, one query a collection. */
export async function bookingContext(rows: readonly BookingDocument[]): Promise<BookingContext> {
  if (rows.length === 0) return { people: new Map(), profiles: new Map() };
  const drivers = rows.map((booking) => booking.driver_id);
  const [people, found] = await Promise.all([
    users.people([...drivers, ...rows.map((booking) => booking.customer_id)]),
    profiles.byUsers(drivers),
  ]);
  return { people, profiles: found };
}

/** A booking as this audience sees it: phones go to the other party, the UPI ID to the customer, both once accepted. */
export function presentBooking(booking: BookingDocument, audience: Audience, context: BookingContext): Booking {
  return {
    id: booking._id,
    status: booking.status,
    ride_request_id: booking.ride_request_id,
    quote_id: booking.quote_id,
    quote: presentBookedQuote(booking, context.profiles.get(booking.driver_id)),
    customer_id: booking.customer_id,
    customer_name: booking.customer_name,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    car_model: booking.car_model,
    ...presentRoute(booking),
    ...presentMoney(booking),
    ...presentPrivate(booking, audience, context),
    ...presentPosition(booking),
    has_rating: booking.rating !== null,
    rating: booking.rating,
    cancelled_by: booking.cancelled_by,
    cancellation_reason: booking.cancellation_reason,
    created_at: booking.created_at.toISOString(),
    accepted_at: timeOf(booking.accepted_at),
    started_at: timeOf(booking.started_at),
    completed_at: timeOf(booking.completed_at),
    cancelled_at: timeOf(booking.cancelled_at),
    version: booking.version,
  };
}

/** From where to where, how far, and when. */
function presentRoute(booking: BookingDocument) {
  return {
    pickup_location: booking.pickup_location,
    pickup_lat: booking.pickup_lat,
    pickup_lng: booking.pickup_lng,
    drop_location: booking.drop_location,
    drop_lat: booking.drop_lat,
    drop_lng: booking.drop_lng,
    distance_km: booking.distance_km,
    is_scheduled: booking.is_scheduled,
    scheduled_time: timeOf(booking.scheduled_time),
  };
}

/** What only the other party may know, and only from `accepted` on. */
function presentPrivate(booking: BookingDocument, audience: Audience, { people, profiles }: BookingContext) {
  const agreed = isAgreed(booking);
  const paysDriver = booking.payment_method !== 'cash';
  const phoneOf = (id: string) => people.get(id)?.phone ?? null;
  return {
    customer_phone: agreed && audience === 'driver' ? phoneOf(booking.customer_id) : null,
    driver_phone: agreed && audience === 'customer' ? phoneOf(booking.driver_id) : null,
    driver_upi_id:
      agreed && audience === 'customer' && paysDriver ? (profiles.get(booking.driver_id)?.upi_id ?? null) : null,
  };
}

function presentPosition(booking: BookingDocument) {
  // Newer than what the database holds: positions are written behind.
  const live = latestPosition(booking._id);
  return {
    driver_lat: live?.lat ?? booking.driver_lat,
    driver_lng: live?.lng ?? booking.driver_lng,
    driver_location_at: live?.recorded_at ?? timeOf(booking.driver_location_at),
  };
}

/** What the ride costs, how it is split, and how far it is paid. */
function presentMoney(booking: BookingDocument) {
  return {
    price: toRupees(booking.price_paise),
    promo_code: booking.promo_code,
    discount_amount: toRupees(booking.discount_paise),
    final_price: toRupees(booking.final_price_paise),
    total_price: toRupees(booking.final_price_paise),
    platform_fee: toRupees(booking.platform_fee_paise),
    driver_earnings: toRupees(booking.driver_earnings_paise),
    payment_method: booking.payment_method,
    payment_status: booking.payment_status,
    refund_status: booking.refund_status,
  };
}

/** From `accepted` on, and not after it was called off. */
function isAgreed(booking: BookingDocument): boolean {
  return booking.status === 'accepted' || booking.status === 'in_progress' || booking.status === 'completed';
}

/** The quote as it was when booked; only its pictures are today's. */
function presentBookedQuote(booking: BookingDocument, profile: DriverProfileDocument | undefined): Quote {
  const { quote } = booking;
  return {
    id: booking.quote_id,
    ride_request_id: booking.ride_request_id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    driver_photo: fileAddress(profile?.driver_photo ?? null),
    vehicle_image: fileAddress(profile?.vehicle_image ?? null),
    price: toRupees(booking.price_paise),
    car_model: quote.car_model,
    experience_years: quote.experience_years,
    experience: quote.experience_years,
    license_number: quote.license_number,
    average_rating: quote.average_rating,
    total_ratings: quote.total_ratings,
    completed_rides: quote.completed_rides,
    verification_status: quote.verification_status,
    is_available: quote.is_available,
    accepts_upi: quote.accepts_upi,
    distance_to_pickup_km: quote.distance_to_pickup_km,
    status: 'accepted',
    created_at: quote.created_at.toISOString(),
    version: quote.version,
  };
}

/** A line of the history; the earnings are the driver's own. */
export function presentHistoryEntry(booking: BookingDocument, audience: 'customer' | 'driver'): HistoryEntry {
  return {
    booking_id: booking._id,
    status: booking.status,
    rating: booking.rating,
    pickup_location: booking.pickup_location,
    drop_location: booking.drop_location,
    distance_km: booking.distance_km,
    created_at: booking.created_at.toISOString(),
    payment_method: booking.payment_method,
    total_price: toRupees(booking.final_price_paise),
    driver_earnings: audience === 'driver' ? toRupees(booking.driver_earnings_paise) : null,
    payment_status: booking.payment_status,
    refund_status: booking.refund_status,
    scheduled_time: timeOf(booking.scheduled_time),
    customer_name: booking.customer_name,
    driver_name: booking.driver_name,
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
