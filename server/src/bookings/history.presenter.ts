import type { HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { toRupees } from '@boli/shared/core/money';
import { earnedOf } from './bookings.fare';
import type { BookingDocument } from './bookings.model';
import { paymentClaimOf } from './bookings.payment-claims';
import { placeFor, presentDriven } from './bookings.presenter';
import { partFareOf, refundStatusOf } from './money.presenter';

/** Presents a row of the history; the earnings are shown to the driver only. */
export function presentHistoryEntry(booking: BookingDocument, audience: 'customer' | 'driver'): HistoryEntry {
  const place = placeFor(audience, booking);
  const earned = audience === 'driver' ? earnedOf(booking) : null;
  return {
    booking_id: booking._id,
    status: booking.status,
    rating: booking.rating,
    pickup_location: place.pickup_location,
    drop_location: place.drop_location,
    distance_km: place.distance_km,
    driven: presentDriven(booking),
    created_at: booking.created_at.toISOString(),
    payment_method: booking.payment_method,
    price: toRupees(booking.price_paise),
    total_price: toRupees(booking.final_price_paise),
    driver_earnings: audience === 'driver' ? toRupees(booking.driver_earnings_paise) : null,
    driver_earned: earned === null ? null : toRupees(earned),
    part_fare: partFareOf(booking),
    payment_status: booking.payment_status,
    payment_claimed_by: paymentClaimOf(booking),
    payment_confirmed_by: booking.payment_confirmed_by ?? null,
    refund_status: refundStatusOf(booking),
    scheduled_time: booking.scheduled_time?.toISOString() ?? null,
    customer_name: place.customer_name,
    driver_name: booking.driver_name,
  };
}
