import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { money, notice, placesOf } from './notice';
import type { NotificationDocument } from './notifications.model';

/** The notice that a driver has quoted. */
export function noticeOfQuote(ride: RideDocument, quote: QuoteRecord): NotificationDocument {
  return notice(quote._id, ride.customer_id, {
    kind: 'quote_received',
    params: { ...placesOf(ride), name: quote.driver_name, price: money(quote.price_paise) },
    ride_request_id: ride._id,
    booking_id: null,
    scheduled_time: ride.scheduled_time,
    created_at: quote.created_at,
  });
}

/** The notice that a ride request has expired. */
export function noticeOfExpiry(ride: RideDocument): NotificationDocument {
  return notice(`${ride._id}:${ride.expires_at.getTime()}`, ride.customer_id, {
    kind: 'ride_expired',
    params: placesOf(ride),
    ride_request_id: ride._id,
    booking_id: null,
    scheduled_time: ride.scheduled_time,
    created_at: ride.expires_at,
  });
}
