import { COMMISSION, splitFare } from '@boli/shared/core/money';
import { partAfterRefund } from '../server/src/bookings/bookings.fare';
import type { BookingDocument } from '../server/src/bookings/bookings.model';
import type { RideDocument } from '../server/src/rides/rides.model';

const HOUR_MS = 3_600_000;
const CENTER = { lat: 28.6139, lng: 77.209 };

/** A person of the measured city. */
export interface Person {
  id: string;
  name: string;
}

/** The course of one ride of the city. */
export interface Course {
  nth: number;
  customer: Person;
  driver: Person;
  /** When the booking was made. */
  at: Date;
  status: BookingDocument['status'];
  payment: 'cash' | 'upi' | 'online';
  /** Whether the customer has paid. */
  isPaid: boolean;
}

const placesOf = (nth: number) => ({
  pickup_location: `${nth % 400}, Ring Road, South Extension, New Delhi`,
  pickup_lat: CENTER.lat + ((nth % 97) - 48) / 1_000,
  pickup_lng: CENTER.lng + ((nth % 89) - 44) / 1_000,
  drop_location: `${nth % 300}, Outer Ring Road, Hauz Khas, New Delhi`,
  drop_lat: CENTER.lat + ((nth % 83) - 41) / 1_000,
  drop_lng: CENTER.lng + ((nth % 79) - 39) / 1_000,
  distance_km: 4 + (nth % 9),
  is_scheduled: false,
  scheduled_time: null,
});

/**
 * The booking of a course. If it was cancelled and its `nth` is divisible by ten, the ride had started, and half of the fare
 * was refunded.
 */
export function bookingOf({ nth, customer, driver, at, status, payment, isPaid }: Course): BookingDocument {
  const fare = splitFare(10_000 + (nth % 50) * 700, COMMISSION);
  const after = (hours: number) => new Date(at.getTime() + hours * HOUR_MS);
  const isOver = status === 'completed';
  const started = isOver || status === 'in_progress';
  const byGateway = payment === 'online' && isPaid;
  const booking: BookingDocument = {
    _id: `booking-${nth}`,
    status,
    ride_request_id: `ride-${nth}`,
    quote_id: `quote-${nth}-0`,
    quote: {
      car_model: 'Maruti Dzire',
      experience_years: 5,
      license_number: 'DL',
      average_rating: 4.5,
      total_ratings: 10,
      completed_rides: 10,
      verification_status: 'verified',
      is_available: true,
      accepts_upi: true,
      distance_to_pickup_km: 1,
      created_at: at,
      version: 1,
    },
    customer_id: customer.id,
    customer_name: customer.name,
    driver_id: driver.id,
    driver_name: driver.name,
    car_model: 'Maruti Dzire',
    vehicle_number: 'DL01AB1234',
    ...placesOf(nth),
    price_paise: fare.price,
    discount_paise: 0,
    final_price_paise: fare.final,
    platform_fee_paise: fare.fee,
    driver_earnings_paise: fare.earnings,
    promo_code: null,
    payment_method: payment,
    payment_status: isPaid ? 'completed' : 'pending',
    payment_marked_by: null,
    payment_completed_at: isPaid ? after(0.6) : null,
    payment_id: byGateway ? `pay-${nth}` : null,
    order: null,
    refund_status: null,
    refund_reference: null,
    cancelled_by: status === 'cancelled' ? 'customer' : null,
    cancellation_reason: status === 'cancelled' ? 'Other plans' : null,
    created_at: at,
    answer_by: after(0.1),
    accepted_at: started || status === 'accepted' ? after(0.05) : null,
    arrived_at: started ? after(0.15) : null,
    started_at: started ? after(0.2) : null,
    completed_at: isOver ? after(0.6) : null,
    cancelled_at: status === 'cancelled' ? after(0.1) : null,
    rating: isOver && nth % 3 === 0 ? 3 + (nth % 3) : null,
    review: null,
    rated_at: isOver && nth % 3 === 0 ? after(1) : null,
    driver_lat: null,
    driver_lng: null,
    driver_location_at: null,
    driver_location_seq: null,
    version: 5,
  };
  if (status !== 'cancelled' || nth % 10 !== 0) return booking;
  const refund = Math.round(fare.final / 2);
  const decided = { refund_status: 'refunded' as const, refund_amount_paise: refund, refund_decided_at: after(2) };
  return { ...booking, started_at: after(0.08), ...decided, part: partAfterRefund(booking, refund) };
}

/** The ride request of a booking, with the booked quote and a higher one of each of the `others`. */
export function rideOf(booking: BookingDocument, others: readonly Person[]): RideDocument {
  const status = booking.status === 'completed' ? 'completed' : 'cancelled';
  const isLive = ['pending', 'accepted', 'in_progress'].includes(booking.status);
  const quotes = [{ id: booking.driver_id, name: booking.driver_name }, ...others].map((driver, nth) => ({
    _id: `${booking.quote_id.slice(0, -1)}${nth}`,
    driver_id: driver.id,
    driver_name: driver.name,
    car_model: 'Maruti Dzire',
    experience_years: 5,
    license_number: 'DL',
    accepts_upi: true,
    price_paise: booking.price_paise + nth * 500,
    status: nth === 0 ? ('accepted' as const) : ('expired' as const),
    booking_id: nth === 0 ? booking._id : null,
    created_at: new Date(booking.created_at.getTime() - 60_000),
    version: 2,
  }));
  const { pickup_location, pickup_lat, pickup_lng, drop_location, drop_lat, drop_lng, distance_km } = booking;
  return {
    _id: booking.ride_request_id,
    customer_id: booking.customer_id,
    customer_name: booking.customer_name,
    ...{ pickup_location, pickup_lat, pickup_lng, drop_location, drop_lat, drop_lng, distance_km },
    is_scheduled: false,
    scheduled_time: null,
    status: isLive ? 'booked' : status,
    booking_id: booking._id,
    quote_count: 0,
    quotes,
    spent: [booking._id],
    created_at: new Date(booking.created_at.getTime() - 300_000),
    expires_at: new Date(booking.created_at.getTime() + HOUR_MS),
    version: 4,
  };
}

/** An open request without quotes, posted `minutes` ago. */
export function openRideOf(nth: number, customer: Person, minutes: number): RideDocument {
  const now = Date.now();
  return {
    _id: `open-${nth}`,
    customer_id: customer.id,
    customer_name: customer.name,
    ...placesOf(nth),
    status: 'open',
    booking_id: null,
    quote_count: 0,
    quotes: [],
    spent: [],
    created_at: new Date(now - minutes * 60_000),
    expires_at: new Date(now + 24 * HOUR_MS),
    version: 1,
  };
}
