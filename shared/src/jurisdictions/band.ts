import { type Paise, toPaise } from '../core/money';
import type { Reference } from '../fares/fares.schema';
import type { FareBand } from './jurisdictions.schema';

/** The lowest and the highest allowed price, in paise. */
export interface PriceBand {
  low: Paise;
  high: Paise;
}

const hundredths = (multiple: number) => Math.round(multiple * 100);

/**
 * The prices that a law allows for a ride: multiples of its middle usual price, the lowest rounded up to the paisa, the
 * highest down. Null if the law has no band, or the ride no usual price.
 */
export function priceBand(
  band: Pick<FareBand, 'low' | 'high'> | null | undefined,
  reference: Pick<Reference, 'mid'> | null,
): PriceBand | null {
  if (!band || !reference) return null;
  const mid = toPaise(reference.mid);
  return {
    low: Math.ceil((mid * hundredths(band.low)) / 100),
    high: Math.floor((mid * hundredths(band.high)) / 100),
  };
}

/** Whether a price (paise) lies within the band; without a band every price does. */
export function isInBand(price: Paise, band: PriceBand | null): boolean {
  return band === null || (price >= band.low && price <= band.high);
}
