import { type HoldMinutes, holdMinutes } from '@boli/shared/rides/quotes.state';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { setPreferences, usePreferences } from '../../../core/preferences';

/**
 * How long a quote holds, in minutes. On a scheduled request null means until the ride; on any other request null means
 * that the server chooses.
 */
export type Hold = HoldMinutes | null;

type Asked = Pick<RideRequest, 'is_scheduled'>;

/** The choices for a request; only a quote on a scheduled one can hold until the ride. */
export function holdsFor({ is_scheduled }: Asked): readonly Hold[] {
  return is_scheduled ? [null, ...holdMinutes] : holdMinutes;
}

/** The driver's last choice on this device, which is stored separately for scheduled requests. */
export function useHold({ is_scheduled }: Asked): Hold {
  return usePreferences(({ holdMin, scheduledHoldMin }) => (is_scheduled ? scheduledHoldMin : holdMin));
}

/** Like `useHold`, outside a component. */
export function lastHold({ is_scheduled }: Asked): Hold {
  const { holdMin, scheduledHoldMin } = usePreferences.getState();
  return is_scheduled ? scheduledHoldMin : holdMin;
}

/** Stores the driver's choice on this device. */
export function chooseHold({ is_scheduled }: Asked, hold: Hold): void {
  if (is_scheduled) setPreferences({ scheduledHoldMin: hold });
  else if (hold !== null) setPreferences({ holdMin: hold });
}

/** The minutes of a quote as a choice; null for one that holds until the ride. */
export function holdOf({ hold_min }: { hold_min: number | null }): Hold {
  return holdMinutes.find((minutes) => minutes === hold_min) ?? null;
}
