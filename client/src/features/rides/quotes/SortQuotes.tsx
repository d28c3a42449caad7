import { t } from '../../../core/t';
import { Segments } from '../../../ui/Segments';
import { type QuoteOrder, quoteOrders } from './quote-order';

/** The names of the orders. */
export const firstWords = {
  price: 'quotes.lowest_first',
  arrival: 'quotes.earliest_first',
  rating: 'quotes.best_first',
} as const;

/** The choice of the order. */
export function SortQuotes({ order, onChoose }: { order: QuoteOrder; onChoose: (order: QuoteOrder) => void }) {
  const options = quoteOrders.map((value) => ({ value, label: t(`quotes.sort_${value}`) }));
  return <Segments legend={t('quotes.sort')} options={options} value={order} onChoose={onChoose} />;
}
