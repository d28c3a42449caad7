import type { Point } from '@boli/shared/core/fields';
import { requestPosition } from './device-position';
import { t } from './t';
import { toast } from './toast';

/** Reads the position of this device for a map; null, with a toast, if that fails. */
export async function locate(): Promise<Point | null> {
  return requestPosition().catch(() => {
    toast.error(t('geo.not_available'));
    return null;
  });
}
