import type { BookingDocument } from './bookings.model';

declare module '../core/facts' {
  interface Facts {
    /** A booking as it is stored now. */
    'booking.changed': { booking: BookingDocument; change: 'created' | 'updated' };
    /** What this driver earned or owes has changed. */
    'earnings.changed': { driverId: string };
  }
}
