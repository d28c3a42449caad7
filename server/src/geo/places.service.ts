import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { runningCity } from '../city/city.launch';
import type { Allowance } from '../core/buckets';
import { TooOften } from '../core/errors';
import { FairSemaphore } from '../core/fair-semaphore';
import { logger } from '../core/logger';
import { sharedBuckets } from '../core/shared-buckets';
import { settings } from '../settings';
import { type PlaceQuery, searchPhoton } from './photon';

const ANSWER_WITHIN_MS = 2_500;

/**
 * Milliseconds of search time for each user: a tenth of a core in the long run. The city's process answers one search
 * after the other, and computes routes as well.
 */
const SEARCH_BUDGET: Allowance = { perSecond: 100, burst: 3_000 };
const budgets = sharedBuckets('place search', () => SEARCH_BUDGET);
/**
 * Searches wait in this queue and not in the city's process, where the search of a user who has disconnected would keep
 * its place.
 */
const turns = new FairSemaphore({
  atOnce: 2,
  ofOne: 1,
  waitingOfOne: 5,
  waitMs: ANSWER_WITHIN_MS,
  busy: 'geo.search_busy',
});

/**
 * The base URL of the place search: from the settings, else of the installed city's process; null if neither exists.
 */
export function placesUrl(): string | null {
  return settings().PLACES_URL ?? runningCity()?.url ?? null;
}

/**
 * The places that match a text, best first; an empty list if no search is available or the search fails. In the
 * installed city the user with the least search time goes first. Throws 429 to a user who has used up the budget or has
 * too many searches waiting, 503 when no turn comes in time.
 */
export async function findPlaces(userId: string, query: PlaceQuery): Promise<FoundPlace[]> {
  const base = placesUrl();
  if (base === null || query.q.trim() === '') return [];
  if (settings().PLACES_URL) return search(base, query);
  const wait = budgets.waitFor(userId, 1);
  if (wait > 0) throw new TooOften(Math.ceil(wait));
  const end = await turns.acquire(userId, () => budgets.waitFor(userId, SEARCH_BUDGET.burst));
  const from = performance.now();
  try {
    return await search(base, query);
  } finally {
    chargeSearch(userId, performance.now() - from);
    end();
  }
}

/** Charges the user for this many milliseconds of searching. */
export function chargeSearch(userId: string, milliseconds: number): void {
  budgets.charge(userId, milliseconds);
}

async function search(base: string, query: PlaceQuery): Promise<FoundPlace[]> {
  try {
    return await searchPhoton(base, query, AbortSignal.timeout(ANSWER_WITHIN_MS));
  } catch (error) {
    logger.warn({ err: error }, 'the place search failed');
    return [];
  }
}
