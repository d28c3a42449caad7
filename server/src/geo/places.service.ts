import type { Point } from '@boli/shared/core/fields';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { runningCity } from '../city/city.launch';
import { logger } from '../core/logger';
import { settings } from '../settings';
import { searchPhoton } from './photon';

const ANSWER_WITHIN_MS = 2_500;

/** The base URL of the place search: that of the settings, else of the installed city; null where there is none. */
export function placesUrl(): string | null {
  return settings().PLACES_URL ?? runningCity()?.url ?? null;
}

/** The places that match a text, best first; none where no search is available or it fails. Never rejects. */
export async function findPlaces(q: string, near: Point | null, limit: number, lang: string): Promise<FoundPlace[]> {
  const base = placesUrl();
  if (base === null || q.trim() === '') return [];
  try {
    return await searchPhoton(base, { q, near, limit, lang }, AbortSignal.timeout(ANSWER_WITHIN_MS));
  } catch (error) {
    logger.warn({ err: error }, 'the place search failed');
    return [];
  }
}
