import { shownToDriver } from '../rides/pickup';
import type { QuoteRecord, RideDocument } from '../rides/rides.model';
import { money, notice, placesOf } from './notice';
import type { NotificationDocument } from './notifications.model';

/** The notice that a driver has quoted, with the quote's current price; `version` orders its states. */
export function noticeOfQuote(ride: RideDocument, quote: QuoteRecord): NotificationDocument {
  return notice(quote._id, ride.customer_id, {
    kind: 'quote_received',
    params: { ...placesOf(ride), name: quote.driver_name, price: money(quote.price_paise), version: quote.version },
    ride_request_id: ride._id,
    booking_id: null,
    scheduled_time: ride.scheduled_time,
    created_at: quote.created_at,
  });
}

/**
 * The notices of a counter-offer: to the driver while the counter-offer can be answered at `now`, and to the customer
 * once it is answered.
 */
export function noticesOfCounter(ride: RideDocument, quote: QuoteRecord, now: Date): NotificationDocument[] {
  const { counter } = quote;
  if (!counter || quote.status !== 'active') return [];
  const about = { ride_request_id: ride._id, booking_id: null, scheduled_time: ride.scheduled_time };
  const at = quote.follow_up ?? now;
  if (counter.answer === null) {
    if (counter.expires_at <= now) return [];
    const shown = shownToDriver(ride);
    const params = { ...placesOf(shown), name: shown.customer_name, price: money(counter.price_paise) };
    return [notice(quote._id, quote.driver_id, { ...about, kind: 'counter_asked', params, created_at: at })];
  }
  const params = { ...placesOf(ride), name: quote.driver_name, price: money(quote.price_paise) };
  const words =
    counter.answer === 'yes'
      ? { kind: 'counter_answered' as const, params }
      : { kind: 'counter_answered' as const, body: 'notifications.counter_answered.body_keep' as const, params };
  return [notice(quote._id, ride.customer_id, { ...about, ...words, created_at: at })];
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
