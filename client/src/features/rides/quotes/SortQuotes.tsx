import { t } from '../../../core/t';
import { Segments } from '../../../ui/Segments';
import { type QuoteOrder, quoteOrders } from './quote-order';

/** The catalogue keys of the orders' names. */
export const firstWords = {
  price: 'quotes.lowest_first',
  arrival: 'quotes.earliest_first',
  rating: 'quotes.best_first',
} as const;

/** The table that the quotes are compared in. */
const COMPARE = 'compare' as const;
const views = [...quoteOrders, COMPARE] as const;

interface SortQuotesProps {
  order: QuoteOrder;
  isComparing: boolean;
  onChoose: (order: QuoteOrder) => void;
  onCompare: (wanted: boolean) => void;
}

/** The choice of the order, or of the table. */
export function SortQuotes({ order, isComparing, onChoose, onCompare }: SortQuotesProps) {
  const choose = (view: QuoteOrder | typeof COMPARE) => {
    onCompare(view === COMPARE);
    if (view !== COMPARE) onChoose(view);
  };
  const options = views.map((value) => ({ value, label: t(`quotes.sort_${value}`) }));
  return (
    <Segments
      legend={t('quotes.sort')}
      look="chips"
      options={options}
      value={isComparing ? COMPARE : order}
      onChoose={choose}
    />
  );
}
