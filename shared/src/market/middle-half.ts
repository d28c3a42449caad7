import { LEAST_OBSERVATIONS } from '../core/constants';
import { toPaise } from '../core/money';
import { percentInSteps } from '../fares/price-step';
import type { MiddleHalf, Quartiles } from './market.schema';
import { quantile, type Tally, totalOf } from './tally';

/** The quartiles of the accepted prices, in percent of the usual price; null with fewer than 30. */
export function quartilesOf({ accepted }: Pick<Tally, 'accepted'>): Quartiles | null {
  const count = totalOf(accepted);
  const [low_percent, high_percent] = [quantile(accepted, 1 / 4), quantile(accepted, 3 / 4)];
  if (count < LEAST_OBSERVATIONS || low_percent === null || high_percent === null) return null;
  return { low_percent, high_percent, count };
}

/** The quartiles for a ride with this middle usual price (rupees), to the nearest ₹5. */
export function middleHalfOf(quartiles: Quartiles, mid: number): MiddleHalf {
  const { low_percent, high_percent } = quartiles;
  const paise = toPaise(mid);
  return { low: percentInSteps(paise, low_percent), high: percentInSteps(paise, high_percent), ...quartiles };
}
