import { REMINDER_LEAD_MINUTES } from '@boli/shared/core/constants';
import type { BookingDocument } from '../bookings/bookings.model';

/** Whether a customer waits for the driver at `now`; the customer of a scheduled ride waits only from its reminder on. */
export function isAwaited({ status, arrived_at, scheduled_time }: BookingDocument, now: Date): boolean {
  if (status !== 'accepted' || arrived_at) return false;
  return !scheduled_time || scheduled_time.getTime() - now.getTime() <= REMINDER_LEAD_MINUTES * 60_000;
}
