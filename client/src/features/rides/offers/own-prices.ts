import { MAX_PRICE_RUPEES } from '@boli/shared/core/constants';
import type { RideRequest } from '@boli/shared/rides/rides.schema';

/** The step of the offered prices, in rupees. */
export const PRICE_STEP = 5;
/** The low and the high price differ from the usual one by this fraction, or by one step if that is more. */
const SPREAD = 0.1;
/** A price below a quarter of the driver's usual one, or above four times that, has to be confirmed. */
const UNUSUAL_TIMES = 4;

/** A price that is offered to be tapped, in rupees. */
export interface OwnPrice {
  price: number;
  /** Rupees for a kilometre of the ride. */
  perKm: number;
  isUsual: boolean;
}

type Way = Pick<RideRequest, 'road' | 'distance_km'>;

/** The kilometres by which prices of a request are compared, as on the server: by road, else in a straight line. */
export const kmOf = ({ road, distance_km }: Way): number => road?.distance_km ?? distance_km;

const stepped = (rupees: number) => Math.round(rupees / PRICE_STEP) * PRICE_STEP;

/**
 * A low, the usual and a high price for a request in whole steps, from what this driver usually asks for a kilometre;
 * none if that is not known.
 */
export function ownPrices(ride: Way, usualPerKm: number | null): OwnPrice[] {
  const km = kmOf(ride);
  if (usualPerKm === null || km <= 0) return [];
  const exact = usualPerKm * km;
  const usual = Math.max(PRICE_STEP, stepped(exact));
  const low = Math.min(stepped(exact * (1 - SPREAD)), usual - PRICE_STEP);
  const high = Math.max(stepped(exact * (1 + SPREAD)), usual + PRICE_STEP);
  return [low, usual, high]
    .filter((price) => price > 0 && price <= MAX_PRICE_RUPEES)
    .map((price) => ({ price, perKm: price / km, isUsual: price === usual }));
}

/** Why a price has to be confirmed before it is sent. */
export type Doubt = 'free' | 'unusual';

/** The doubt about a price in rupees; null if it is within this driver's usual range, or no usual price is known. */
export function doubtOf(price: number, ride: Way, usualPerKm: number | null): Doubt | null {
  if (price === 0) return 'free';
  const km = kmOf(ride);
  if (usualPerKm === null || usualPerKm <= 0 || km <= 0) return null;
  const times = price / km / usualPerKm;
  return times < 1 / UNUSUAL_TIMES || times > UNUSUAL_TIMES ? 'unusual' : null;
}
