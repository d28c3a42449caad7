import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { REMINDER_LEAD_MINUTES } from '@boli/shared/core/constants';

/** The user's role in a booking. */
export type Side = 'customer' | 'driver';

/** The name of the other party. */
export function otherName(booking: Booking, side: Side): string {
  return side === 'driver' ? booking.customer_name : booking.driver_name;
}

/**
 * The other party's phone number; null before the booking is accepted, from a day after its end on, and if that party has
 * given none.
 */
export function otherPhone(booking: Booking, side: Side): string | null {
  return side === 'driver' ? booking.customer_phone : booking.driver_phone;
}

/** How often a screen checks whether a scheduled ride has become due, in milliseconds. */
export const DUE_CHECK_EVERY_MS = 30_000;

/** Whether a ride is scheduled and not due yet: its driver is not on the way. */
export function isAhead(scheduledTime: string | null, now = Date.now()): boolean {
  return scheduledTime !== null && Date.parse(scheduledTime) - now > REMINDER_LEAD_MINUTES * 60_000;
}

/** Whether the driver is on the way, to the pickup or to the drop. */
export function isUnderWay({ status, scheduled_time }: Booking): boolean {
  return status === 'in_progress' || (status === 'accepted' && !isAhead(scheduled_time));
}
