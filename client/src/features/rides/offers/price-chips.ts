import { MAX_PRICE_RUPEES } from '@boli/shared/core/constants';
import { toPaise } from '@boli/shared/core/money';
import type { Reference, VehicleClass } from '@boli/shared/fares/fares.schema';
import { inSteps, PRICE_STEP } from '@boli/shared/fares/price-step';
import { referenceOf } from '@boli/shared/fares/reference';
import type { RideRequest } from '@boli/shared/rides/rides.schema';

/** The low and the high price differ from the driver's usual one by this fraction, or by one step if that is more. */
const SPREAD = 0.1;
/** A price below a quarter of the usual one, or above four times the usual one, has to be confirmed. */
const UNUSUAL_TIMES = 4;

/** A price that a driver is offered to quote by a tap, in rupees. */
export interface PriceChip {
  price: number;
  /** Rupees for a kilometre of the ride. */
  perKm: number;
  isUsual: boolean;
}

/** What a driver's prices are computed from and compared with. */
export interface DriverUsual {
  /** Rupees that this driver usually asks for a kilometre; null if that is not known. */
  perKm: number | null;
  /** The class of the driver's vehicle; null if the profile has none. */
  vehicleClass: VehicleClass | null;
}

type Way = Pick<RideRequest, 'road' | 'distance_km' | 'reference'>;

/** The kilometres by which prices of a request are compared, as on the server: by road, else in a straight line. */
export const kmOf = ({ road, distance_km }: Omit<Way, 'reference'>): number => road?.distance_km ?? distance_km;

/** The usual price of a request for a driver's vehicle of this class; null if none is known. */
export function driverReference({ reference }: Pick<Way, 'reference'>, vehicleClass: VehicleClass | null) {
  return reference ? referenceOf({ ...reference, vehicle_class: vehicleClass }) : null;
}

function pricesAround({ low, mid, high, km }: Reference): PriceChip[] {
  const distance = Math.max(km, 0.1);
  return [...new Set([low, mid, high])].map((price) => ({ price, perKm: price / distance, isUsual: price === mid }));
}

/**
 * A low, the usual and a high price for a request, from its usual price for this driver's vehicle, or else from what
 * this driver usually asks for a kilometre; empty if neither is known.
 */
export function priceChips(ride: Way, { perKm, vehicleClass }: DriverUsual): PriceChip[] {
  const reference = driverReference(ride, vehicleClass);
  if (reference) return pricesAround(reference);
  const km = kmOf(ride);
  if (perKm === null || km <= 0) return [];
  const exact = perKm * km;
  const usual = Math.max(PRICE_STEP, inSteps(toPaise(exact)));
  const low = Math.min(inSteps(toPaise(exact * (1 - SPREAD))), usual - PRICE_STEP);
  const high = Math.max(inSteps(toPaise(exact * (1 + SPREAD))), usual + PRICE_STEP);
  return [low, usual, high]
    .filter((price) => price > 0 && price <= MAX_PRICE_RUPEES)
    .map((price) => ({ price, perKm: price / km, isUsual: price === usual }));
}

/** Why a price has to be confirmed before it is sent: it is zero, or far from the usual price of the ride or driver. */
export type Doubt = 'free' | 'unusual_ride' | 'unusual_driver';

const isFar = (times: number) => times < 1 / UNUSUAL_TIMES || times > UNUSUAL_TIMES;

/** The doubt about a price in rupees; null if it is near the usual one, or no usual price is known. */
export function doubtOf(price: number, ride: Way, { perKm, vehicleClass }: DriverUsual): Doubt | null {
  if (price === 0) return 'free';
  const reference = driverReference(ride, vehicleClass);
  if (reference) return isFar(price / reference.mid) ? 'unusual_ride' : null;
  const km = kmOf(ride);
  if (perKm === null || perKm <= 0 || km <= 0) return null;
  return isFar(price / km / perKm) ? 'unusual_driver' : null;
}
