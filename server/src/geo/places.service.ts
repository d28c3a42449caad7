import type { Point } from '@boli/shared/core/fields';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { runningCity } from '../city/city.launch';
import { logger } from '../core/logger';
import { settings } from '../settings';
import { searchPhoton } from './photon';

const ANSWER_WITHIN_MS = 2_500;

/** Where places are searched: the service that the settings name, else the installed city; null where there is none. */
export function placesUrl(): string | null {
  return settings().PLACES_URL ?? runningCity()?.url ?? null;
}

/** The places for a text, the best first. None where nothing is installed or the search fails. Never rejects. */
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
