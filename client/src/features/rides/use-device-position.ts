import type { Point } from '@boli/shared/core/fields';
import { useState } from 'react';
import type { FoundAddress } from '../../core/address';
import { LocationError, readPosition } from '../../core/geolocation';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { type Change, lookUpDevicePosition } from './name-place';
import type { End } from './ride-draft';

interface UseDevicePosition {
  /** The device's position, if it is known already. */
  me: Point | null;
  change: Change;
  onPosition: (point: Point) => void;
}

function showLocationError(error: unknown): void {
  const kind = error instanceof LocationError ? error.kind : 'unavailable';
  if (kind === 'denied') toast.error(t('geo.not_available'));
  else if (kind === 'unsupported') toast.error(t('geo.not_supported'));
  else toast.error(t('geo.failed'));
}

/** Sets the pickup or the drop to the device's position. `busy` says which one is being set; null if none. */
export function useDevicePosition({ me, change, onPosition }: UseDevicePosition) {
  const [busy, setBusy] = useState<End | null>(null);

  /** Returns the result of the address lookup; null when aborted, or after a failure, which a toast shows. */
  const setFromDevice = async (end: End, signal: AbortSignal): Promise<FoundAddress | null> => {
    setBusy(end);
    try {
      const { lat, lng } = me ?? (await readPosition());
      if (signal.aborted) return null;
      onPosition({ lat, lng });
      return await lookUpDevicePosition({ end, point: { lat, lng }, signal, change });
    } catch (error) {
      if (!signal.aborted) showLocationError(error);
      return null;
    } finally {
      setBusy((now) => (now === end ? null : now));
    }
  };
  return { busy, setFromDevice };
}
