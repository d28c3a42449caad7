import { clock } from '../core/clock';
import { median } from '../core/median';
import { shownToDriver } from './pickup';
import { type QuotedRide, quotes } from './quotes.repository';
import { presentRoad } from './roads';

/** How many of a driver's latest quotes count, and the minimum number for a usual price. */
const QUOTES = 20;
const LEAST_QUOTES = 3;

/**
 * A driver's usual price for a kilometre, in paise: the median of the driver's quotes on the 20 newest requests; null
 * with fewer than three. Quotes are sealed, so those of other drivers are not used.
 */
export async function usualPricePerKm(driverId: string): Promise<number | null> {
  const prices = (await quotes.lastOf(driverId, QUOTES, clock.now())).flatMap(pricePerKm);
  const usual = prices.length < LEAST_QUOTES ? null : median(prices);
  return usual === null ? null : Math.round(usual);
}

/**
 * The price of each quote, in paise per kilometre of the distance that all drivers saw: the distance from the exact
 * pickup is shown only to the chosen driver.
 */
function pricePerKm(ride: QuotedRide): number[] {
  const shown = shownToDriver({ ...ride, status: 'open', accepted_at: null });
  const km = presentRoad(shown)?.distance_km ?? shown.distance_km;
  return km > 0 ? ride.quotes.map(({ price_paise }) => price_paise / km) : [];
}
