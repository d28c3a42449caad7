import { SHORT_ID_LENGTH } from '@boli/shared/core/constants';
import { t } from './t';

/** The short form of an id for users: '7c1f09ab'. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** The name of a booking for users: 'Booking 7c1f09ab'. */
export function bookingTitle(id: string): string {
  return t('bookings.short_id', { id: shortId(id) });
}
