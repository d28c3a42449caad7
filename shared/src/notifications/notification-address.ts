import type { Notification } from './notifications.schema';

/** The kinds about a customer's ride request. */
const rideKinds = new Set<Notification['kind']>(['quote_received', 'counter_answered', 'ride_expired']);

/** The address parameters with which the app shows the subject of a notification. Null removes a parameter. */
export function addressOf({
  kind,
  ride_request_id,
  booking_id,
}: Pick<Notification, 'kind' | 'ride_request_id' | 'booking_id'>): Record<string, string | null> {
  const bare = { dialog: null, quote: null, ride: null, booking: null };
  if (booking_id) return { ...bare, tab: 'bookings', booking: booking_id };
  if (kind === 'counter_asked') return { ...bare, tab: 'available' };
  if (rideKinds.has(kind)) return { ...bare, tab: null, ride: ride_request_id };
  return { ...bare, tab: 'profile' };
}

/** The address with these parameters, relative to the app's origin. */
export function urlOf(notification: Pick<Notification, 'kind' | 'ride_request_id' | 'booking_id'>): string {
  const named = Object.entries(addressOf(notification)).filter(([, value]) => value !== null);
  return `/?${named.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}
