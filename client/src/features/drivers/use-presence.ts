import { PLACE_EVERY_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import { renewPlace } from '../../core/own-place';
import { send } from '../../core/socket';
import { useDriver } from './drivers.store';

/** Tells the server where an available driver is; nothing where the person would have to be asked first. */
async function tellPlace(): Promise<void> {
  if (!useDriver.getState().profile?.is_available) return;
  const place = await renewPlace();
  // The switch may have been turned off while the device was looking.
  if (!place || !useDriver.getState().profile?.is_available) return;
  await send('driver:availability', { is_available: true, ...place }).catch(() => undefined);
}

/** Keeps the place of an available driver known: at once, and again every minute while mounted. */
export function usePresence(): void {
  const isAvailable = useDriver((driver) => driver.profile?.is_available ?? false);
  useEffect(() => {
    if (!isAvailable) return;
    void tellPlace();
    const timer = setInterval(() => void tellPlace(), PLACE_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAvailable]);
}
