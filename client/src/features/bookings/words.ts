import type { Booking } from '@boli/shared/bookings/bookings.schema';

/** The user's role in a booking. */
export type Side = 'customer' | 'driver';

/** The name of the other party. */
export function otherName(booking: Booking, side: Side): string {
  return side === 'driver' ? booking.customer_name : booking.driver_name;
}

/** The other party's phone number; null before `accepted`. */
export function otherPhone(booking: Booking, side: Side): string | null {
  return side === 'driver' ? booking.customer_phone : booking.driver_phone;
}
