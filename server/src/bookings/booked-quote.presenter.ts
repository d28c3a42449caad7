import { toRupees } from '@boli/shared/core/money';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { fileAddress } from '../uploads/addresses';
import type { BookingDocument } from './bookings.model';

/** Presents the quote as it was when it was booked, with the driver's current pictures. */
export function presentBookedQuote(
  booking: BookingDocument,
  profile: DriverProfileDocument | undefined,
  readerId: string,
): Quote {
  const { quote } = booking;
  return {
    id: booking.quote_id,
    ride_request_id: booking.ride_request_id,
    driver_id: booking.driver_id,
    driver_name: booking.driver_name,
    driver_photo: fileAddress(profile?.driver_photo ?? null, readerId),
    vehicle_image: fileAddress(profile?.vehicle_image ?? null, readerId),
    price: toRupees(booking.price_paise),
    car_model: quote.car_model,
    vehicle_class: quote.vehicle_class ?? null,
    reference: null,
    vehicle_number: booking.vehicle_number ?? null,
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
    pickup_eta_min: quote.pickup_eta_min ?? null,
    eta_source: quote.eta_source ?? null,
    status: 'accepted',
    hold_min: null,
    expires_at: null,
    counter: null,
    created_at: quote.created_at.toISOString(),
    offered_at: quote.created_at.toISOString(),
    version: quote.version,
  };
}
