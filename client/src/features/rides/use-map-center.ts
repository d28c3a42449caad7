import type { City } from '@boli/shared/city/city.schema';
import type { Point } from '@boli/shared/core/fields';
import { useEffect, useState } from 'react';
import { nearOf } from '../../core/near';
import type { RideDraft } from './ride-draft';

/**
 * The centre of the form's map, and the device's position once known. The map opens at the pickup, else at the drop. If
 * neither is set, it opens in the installed city, or at the default place, and stays there until the pickup, the drop or
 * the device's position is known.
 */
export function useMapCenter({ pickup, drop }: RideDraft, city: City | null) {
  const [me, setMe] = useState<Point | null>(null);
  const end = pickup.point ?? drop.point;
  const [center, setCenter] = useState<Point>(end ?? nearOf(null, city));
  const middle = me || end ? null : (city?.center ?? null);
  useEffect(() => {
    if (middle) setCenter(middle);
  }, [middle]);
  const centerOnMe = (at: Point) => {
    setMe(at);
    setCenter(at);
  };
  return { me, setMe, center, setCenter, centerOnMe };
}
