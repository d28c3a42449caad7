import type { Reference } from '@boli/shared/fares/fares.schema';
import { fromUsual } from '@boli/shared/fares/reference';
import type { MiddleHalf } from '@boli/shared/market/market.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { formatCount } from '../../core/money';
import { t } from '../../core/t';
import { formatWholeMoney } from '../../ui/map/marker-price';

type Range = Pick<Reference, 'low' | 'high' | 'source'>;

/** "₹210–260"; "about ₹210–260" if the way is an estimate. */
export function rangeText({ low, high, source }: Range): string {
  const edges =
    low === high ? formatWholeMoney(low) : t('fares.range', { low: formatWholeMoney(low), high: formatCount(high) });
  return source === 'roads' ? edges : t('fares.about', { range: edges });
}

/** "the middle half of 42 accepted prices here at this hour: ₹200–240". */
export const halfText = ({ low, high, count }: MiddleHalf): string =>
  t('market.middle_half', { count, range: rangeText({ low, high, source: 'roads' }) });

/** "usual ₹210–260". */
export const usualText = (range: Range): string => t('fares.usual', { range: rangeText(range) });

/** "6% below usual", "usual price" or "4% above usual", for a price in rupees. */
export function fromUsualText(price: number, reference: Pick<Reference, 'low' | 'high'>): string {
  const { side, percent } = fromUsual(price, reference);
  if (side === 'usual') return t('fares.usual_price');
  return t(side === 'below' ? 'fares.below' : 'fares.above', { percent: formatCount(percent) });
}

/** "Maruti Dzire · Sedan"; the model alone if the class is not known. */
export const carText = ({ car_model, vehicle_class }: Pick<Quote, 'car_model' | 'vehicle_class'>): string =>
  vehicle_class ? `${car_model} · ${t(`fares.class_${vehicle_class}`)}` : car_model;
