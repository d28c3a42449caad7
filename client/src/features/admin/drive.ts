import type { Refund, Review } from '@boli/shared/payments/payments.schema';
import { t } from '../../core/t';

/** The text of a ride's driven distance and duration. */
export function driveOf({ driven_km, driven_seconds }: Refund | Review): string {
  const minutes = Math.floor((driven_seconds ?? 0) / 60);
  const seconds = (driven_seconds ?? 0) % 60;
  const time = t('admin.drive_time', { minutes, seconds });
  return driven_km === null ? t('admin.drive_unknown', { time }) : t('admin.drive', { km: driven_km.toFixed(2), time });
}
