import type { Refund, Review } from '@boli/shared/payments/payments.schema';
import { shownDecimalKm } from '../../core/road';
import { t } from '../../core/t';

/** The text of a ride's driven distance and duration. */
export function driveOf({ driven_km, driven_seconds }: Refund | Review): string {
  const minutes = Math.floor((driven_seconds ?? 0) / 60);
  const seconds = (driven_seconds ?? 0) % 60;
  const time = t('admin.drive_time', { minutes, seconds });
  if (driven_km === null) return t('admin.drive_unknown', { time });
  return t('admin.drive', { km: shownDecimalKm(driven_km), time });
}
