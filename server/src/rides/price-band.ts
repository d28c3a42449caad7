import { toRupees } from '@boli/shared/core/money';
import type { Road } from '@boli/shared/geo/geo.schema';
import { isInBand, priceBand } from '@boli/shared/jurisdictions/band';
import { Invalid } from '../core/errors';
import { referenceFor } from '../fares/fares.service';
import { currentJurisdiction } from '../jurisdictions/jurisdiction';
import { shownToDriver } from './pickup';
import type { QuoteRecord, RideDocument } from './rides.model';
import { presentRoad } from './roads';

type Offered = Pick<QuoteRecord, 'price_paise' | 'vehicle_class'>;

/**
 * Throws 400 with the law's rule for a quote outside the allowed prices: multiples of the usual price that the driver is
 * shown. A request without a usual price has no such limits.
 */
export function checkDriversPrice({ price_paise, vehicle_class }: Offered, ride: RideDocument): void {
  check(price_paise, { road: presentRoad(shownToDriver(ride)), ride, vehicle_class });
}

/** Like `checkDriversPrice`, for the price that a customer asks for: by the usual price that the customer is shown. */
export function checkCounterPrice(paise: number, { vehicle_class }: Offered, ride: RideDocument): void {
  check(paise, { road: presentRoad(ride), ride, vehicle_class });
}

/**
 * Like `checkCounterPrice`, for the price that a customer names with a request: by the usual price without a class, as
 * the request shows it. When a driver quotes this price, `checkDriversPrice` applies. Nothing is checked for null.
 */
export function checkAskedPrice(paise: number | null | undefined, ride: RideDocument): void {
  if (typeof paise === 'number') check(paise, { road: presentRoad(ride), ride, vehicle_class: null }, 'asked_price');
}

interface Shown {
  road: Road | null;
  ride: Pick<RideDocument, 'rates'>;
  vehicle_class: QuoteRecord['vehicle_class'];
}

function check(paise: number, { road, ride, vehicle_class }: Shown, field = 'price'): void {
  const { fare_band: rule, name, source } = currentJurisdiction();
  const band = priceBand(rule, referenceFor(road, ride.rates, vehicle_class));
  if (!rule || !band || isInBand(paise, band)) return;
  const [low, high] = [band.low, band.high].map((edge) => toRupees(edge).toFixed(2));
  const params = { low: low ?? '', high: high ?? '', rule: rule.rule, name, source };
  throw new Invalid('jurisdictions.out_of_band', params, field);
}
