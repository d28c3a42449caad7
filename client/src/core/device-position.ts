import type { Point } from '@boli/shared/core/fields';
import { readPosition } from './geolocation';
import { createUserStore } from './mirror';

/** The last known position of this device; null while unknown. */
export const useDevicePosition = createUserStore<{ place: Point | null }>({ place: null });

/** Whether the position can be read without a permission prompt; false in browsers without the Permissions API. */
export async function hasLocationPermission(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** Reads the position, with a permission prompt if needed. Rejects with a `LocationError`. */
export async function requestPosition(): Promise<Point> {
  const { lat, lng } = await readPosition();
  const place = { lat, lng };
  useDevicePosition.setState({ place });
  return place;
}

/** Reads the position if that needs no permission prompt; null when unavailable. Never rejects. */
export async function refreshPosition(): Promise<Point | null> {
  return (await hasLocationPermission()) ? requestPosition().catch(() => null) : null;
}
