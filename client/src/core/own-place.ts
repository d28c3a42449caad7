import type { Point } from '@boli/shared/core/fields';
import { readPosition } from './geolocation';
import { createKept } from './mirror';

/** Where this device was last seen to be, by whoever asked; null while nobody knows. */
export const useOwnPlace = createKept<{ place: Point | null }>({ place: null });

/** Whether the position may be read without asking the person. Browsers that cannot tell count as no. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** Reads the position; asks the person where that was not done before. Rejects with a `LocationError`. */
export async function askPlace(): Promise<Point> {
  const { lat, lng } = await readPosition();
  const place = { lat, lng };
  useOwnPlace.setState({ place });
  return place;
}

/** Reads the position where nobody has to be asked; null where it is not to be had. Never rejects. */
export async function renewPlace(): Promise<Point | null> {
  return (await mayLocate()) ? askPlace().catch(() => null) : null;
}
