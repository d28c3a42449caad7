import { shownToDriver } from './pickup';
import { type QuotedRide, quotes } from './quotes.repository';
import { presentRoad } from './roads';

/** How many of a driver's quotes count, and from how many on there is something usual. */
const QUOTES = 20;
const LEAST_QUOTES = 3;

/**
 * What a driver usually asks for a kilometre, in paise: the median of its own last 20 quotes; null under three. Quotes are
 * sealed: nobody else's are looked at.
 */
export async function usualPricePerKm(driverId: string): Promise<number | null> {
  const prices = (await quotes.lastOf(driverId, QUOTES)).flatMap(pricePerKm).sort((one, other) => one - other);
  return prices.length < LEAST_QUOTES ? null : Math.round(medianOf(prices));
}

/** By the kilometres that every driver was shown: those from the exact pickup are not for who was not chosen. */
function pricePerKm(ride: QuotedRide): number[] {
  const shown = shownToDriver({ ...ride, status: 'open', accepted_at: null });
  const km = presentRoad(shown)?.distance_km ?? shown.distance_km;
  return km > 0 ? ride.quotes.map(({ price_paise }) => price_paise / km) : [];
}

/** Of numbers in their order, of which there is one at least. */
function medianOf(sorted: readonly number[]): number {
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 0 ? ((sorted[(sorted.length >> 1) - 1] ?? upper) + upper) / 2 : upper;
}
