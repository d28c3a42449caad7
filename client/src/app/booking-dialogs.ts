import { lazyPart } from './lazy-part';

/** The dialogs of one booking, opened by the URL. */
export const BookingDialogs = lazyPart(
  async () => (await import('../features/bookings/BookingDialogs')).BookingDialogs,
);
