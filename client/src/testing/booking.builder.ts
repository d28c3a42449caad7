import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { COMMISSION } from '@boli/shared/core/money';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import type { Position } from '@boli/shared/tracking/tracking.schema';

const route = {
  pickup_location: 'Connaught Place',
  pickup_lat: 28.6315,
  pickup_lng: 77.2167,
  drop_location: 'Hauz Khas Village',
  drop_lat: 28.5535,
  drop_lng: 77.1926,
};

const quote: Booking['quote'] = {
  id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a01',
  ride_request_id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a02',
  driver_id: 'driver',
  driver_name: 'Ravi Kumar',
  driver_photo: null,
  vehicle_image: null,
  price: 240,
  car_model: 'Maruti Suzuki Dzire',
  vehicle_class: null,
  reference: null,
  vehicle_number: 'DL 1C AB 1234',
  experience_years: 6,
  experience: 6,
  license_number: 'DL-0420110012345',
  average_rating: 4.8,
  total_ratings: 41,
  completed_rides: 186,
  verification_status: 'verified',
  is_available: true,
  accepts_upi: true,
  distance_to_pickup_km: 1.2,
  pickup_eta_min: null,
  eta_source: null,
  status: 'accepted',
  hold_min: null,
  expires_at: null,
  counter: null,
  created_at: '2026-11-21T04:00:00.000Z',
  offered_at: '2026-11-21T04:00:00.000Z',
  version: 2,
};

/**
 * A booking for tests; `over` overrides fields. `driver_fare` is computed from the whole fare; it is null for a
 * booking that has ended without a ride.
 */
export function aBooking(over: Partial<Booking> = {}): Booking {
  const booking: Booking = {
    id: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a03',
    status: 'pending',
    ride_request_id: quote.ride_request_id,
    quote_id: quote.id,
    quote,
    customer_id: 'customer',
    customer_name: 'Asha Verma',
    customer_phone: null,
    driver_id: 'driver',
    driver_name: 'Ravi Kumar',
    driver_phone: null,
    car_model: quote.car_model,
    vehicle_number: quote.vehicle_number,
    ...route,
    pickup_is_approximate: false,
    distance_km: 9.4,
    road: null,
    is_scheduled: false,
    scheduled_time: null,
    price: 240,
    promo_code: null,
    discount_amount: 0,
    final_price: 240,
    total_price: 240,
    platform_fee: 24,
    driver_earnings: 216,
    fee_rule: presentFeeRule(COMMISSION),
    payment_method: 'phonepe',
    payment_status: 'pending',
    payment_claimed_by: null,
    payment_claimed_at: null,
    payment_confirmed_by: null,
    payment_confirmed_at: null,
    refund_status: null,
    refund_amount: null,
    part_fare: null,
    driver_fare: null,
    review_status: null,
    review_note: null,
    driver_upi_id: null,
    driver_lat: null,
    driver_lng: null,
    driver_location_at: null,
    eta: null,
    has_rating: false,
    rating: null,
    cancelled_by: null,
    cancellation_reason: null,
    created_at: '2026-11-21T04:10:00.000Z',
    accepted_at: null,
    arrived_at: null,
    started_at: null,
    completed_at: null,
    cancelled_at: null,
    driven: null,
    version: 1,
    ...over,
  };
  const { price, discount_amount, final_price, platform_fee, driver_earnings } = booking;
  const whole = { price, discount_amount, final_price, platform_fee, driver_earnings };
  return { ...booking, driver_fare: isDead(booking.status) ? null : whole, ...over };
}

/** A position of the driver of `aBooking()` for tests. */
export function aPosition(over: Partial<Position> = {}): Position {
  return {
    booking_id: aBooking().id,
    lat: 28.62,
    lng: 77.21,
    heading: null,
    speed: null,
    recorded_at: '2026-11-21T04:20:00.000Z',
    seq: 1,
    ...over,
  };
}
