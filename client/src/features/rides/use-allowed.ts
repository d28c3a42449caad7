import { toPaise } from '@boli/shared/core/money';
import type { Reference } from '@boli/shared/fares/fares.schema';
import { isInBand, type PriceBand, priceBand } from '@boli/shared/jurisdictions/band';
import type { LawText } from '@boli/shared/jurisdictions/jurisdictions.schema';
import { useConfig } from '../../core/config';

/** The prices that the law allows for a ride. */
export interface Allowed {
  /** Null without such a law or without a usual price, and until the law is known: the server checks every price. */
  band: PriceBand | null;
  /** The text of the law's rule. */
  rule: LawText;
  /** Whether a price in rupees is allowed. */
  has: (price: number) => boolean;
}

/** The prices that the law allows for a ride with this usual price, as the server computes them. */
export function useAllowed(reference: Pick<Reference, 'mid'> | null): Allowed {
  const law = useConfig(reference !== null)?.jurisdiction?.fare_band;
  const band = priceBand(law, reference);
  return { band, rule: law?.rule ?? '', has: (price) => isInBand(toPaise(price), band) };
}
