import type { City } from '@boli/shared/city/city.schema';
import { DEFAULT_CENTER } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { useConfig } from './config';
import { useDevicePosition } from './device-position';

/** Where a map opens and a search begins: at the device, else in the installed city, else in the default one. */
export const nearOf = (me: Point | null, city: City | null | undefined): Point => me ?? city?.center ?? DEFAULT_CENTER;

/** `nearOf` the present position of the device and the present city. */
export function useSearchCenter(): Point {
  const me = useDevicePosition(({ place }) => place);
  return nearOf(me, useConfig()?.city);
}
