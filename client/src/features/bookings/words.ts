import type { Booking } from '@boli/shared/bookings/bookings.schema';

/** The side of a booking that the reader is on. */
export type Side = 'customer' | 'driver';

/** The name of the other party. */
export function otherName(booking: Booking, side: Side): string {
  return side === 'driver' ? booking.customer_name : booking.driver_name;
}

/** The other party's number, where the server gives it (from `accepted` on). */
export function otherPhone(booking: Booking, side: Side): string | null {
  return side === 'driver' ? booking.customer_phone : booking.driver_phone;
}
