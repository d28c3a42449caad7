import type { Driven } from '@boli/shared/bookings/driven.schema';
import { shownDecimalKm } from './road';
import { t } from './t';

/** "Driven 7.4 km in 21 min". */
export function drivenText({ distance_km, duration_min }: Driven): string {
  return t('bookings.driven', { km: shownDecimalKm(distance_km), min: duration_min });
}
