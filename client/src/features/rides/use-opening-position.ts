import type { Point } from '@boli/shared/core/fields';
import { useEffect, useRef } from 'react';
import { isGeolocationSupported, readPosition } from '../../core/geolocation';
import { t } from '../../core/t';
import { toast } from '../../core/toast';

/** Reads the device's position once each time the form opens (specification, section 4 'Geolocation'). */
export function useOpeningPosition(opened: boolean, onFound: (at: Point) => void): void {
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    if (!opened) return;
    if (!isGeolocationSupported()) {
      toast.info(t('geo.not_supported_manual'));
      return;
    }
    let wanted = true;
    readPosition().then(
      (fix) => {
        if (!wanted) return;
        found.current({ lat: fix.lat, lng: fix.lng });
        toast.success(t('geo.detected'));
      },
      () => wanted && toast.info(t('geo.default_map')),
    );
    return () => {
      wanted = false;
    };
  }, [opened]);
}
