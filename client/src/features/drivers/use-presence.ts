import { PLACE_EVERY_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import { refreshPosition } from '../../core/device-position';
import { logged } from '../../core/log';
import { send } from '../../core/socket';
import { useDriver } from './drivers.store';

/** Sends an available driver's position, if that needs no permission prompt. */
async function reportPosition(): Promise<void> {
  if (!useDriver.getState().profile?.is_available) return;
  const place = await refreshPosition();
  // The driver may have gone offline while the position was read.
  if (!place || !useDriver.getState().profile?.is_available) return;
  await send('driver:availability', { is_available: true, ...place }).catch(logged('reporting the position'));
}

/** Reports a driver's position as soon as the driver is available, and then every minute. */
export function usePresence(): void {
  const isAvailable = useDriver((driver) => driver.profile?.is_available ?? false);
  useEffect(() => {
    if (!isAvailable) return;
    void reportPosition();
    const timer = setInterval(() => void reportPosition(), PLACE_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAvailable]);
}
