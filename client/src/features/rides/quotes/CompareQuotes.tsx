import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { formatMoney } from '../../../core/money';
import { awayText } from '../../../core/road';
import { useDesktop } from '../../../core/screen';
import { t } from '../../../core/t';
import { Price } from '../../../ui/Price';
import { fromUsualText } from '../usual';
import classes from './CompareQuotes.module.css';
import type { QuoteOrder } from './quote-order';
import { quoteTags } from './quote-tags';

interface CompareQuotesProps {
  quotes: readonly Quote[];
  focusedId: string | null;
  onFocus: (id: string) => void;
  /** Returns the function that chooses a quote; null for one that cannot be chosen. */
  selectOf: (quote: Quote) => (() => void) | null;
}

const UNKNOWN = '–';

/** The values of a quote in the order of the columns. */
function figuresOf(quote: Quote): { column: QuoteOrder | 'years'; text: string }[] {
  const { pickup_eta_min: minutes, eta_source: source, total_ratings: count } = quote;
  const arrives = minutes !== null && source !== null ? t('time.minutes', { n: minutes }) : UNKNOWN;
  return [
    { column: 'price', text: formatMoney(quote.price) },
    { column: 'arrival', text: source === 'estimate' ? t('quotes.about', { time: arrives }) : arrives },
    { column: 'rating', text: count > 0 ? quote.average_rating.toFixed(1) : t('quotes.new_short') },
    { column: 'years', text: String(quote.experience_years ?? quote.experience) },
  ];
}

/** The id of the best quote for each column in which exactly one quote has the best value. */
function bestOf(quotes: readonly Quote[]): Map<QuoteOrder, string> {
  const best = new Map<QuoteOrder, string>();
  for (const column of ['price', 'arrival', 'rating'] as const) {
    const winner = quoteTags(quotes, [column]).keys().next().value;
    if (winner) best.set(column, winner);
  }
  return best;
}

/** The radio button with the driver's name; a press anywhere on the quote's rows selects it. */
function Driver({ quote, name, isChosen, onChoose }: RowProps) {
  const id = useId();
  const from = quote.reference && fromUsualText(quote.price, quote.reference);
  return (
    <label htmlFor={id}>
      <input id={id} type="radio" name={name} checked={isChosen} className="cover" onChange={onChoose} />
      <span>{quote.driver_name}</span>
      <Text span size="meta" c="dimmed">
        {quote.car_model}
      </Text>
      {from && (
        <Text span size="meta" c="dimmed">
          {from}
        </Text>
      )}
    </label>
  );
}

/**
 * The rows of a quote: a single row or, with `isStacked`, one for the driver and below it one for the figures, because
 * a narrow screen has no room for both in one row.
 */
function Rows(props: RowProps) {
  const { quote, best, isChosen, isStacked } = props;
  const figures = figuresOf(quote).map(({ column, text }) => (
    <td key={column}>
      {text === UNKNOWN && <span className="visually-hidden">{t('quotes.unknown')}</span>}
      {column !== 'years' && best.get(column) === quote.id ? <b className={classes.best}>{text}</b> : text}
    </td>
  ));
  return (
    <tbody data-chosen={isChosen}>
      {isStacked ? (
        <>
          <tr>
            <th scope="rowgroup" colSpan={figures.length}>
              <Driver {...props} />
            </th>
          </tr>
          <tr>{figures}</tr>
        </>
      ) : (
        <tr>
          <th scope="row">
            <Driver {...props} />
          </th>
          {figures}
        </tr>
      )}
    </tbody>
  );
}

interface RowProps {
  quote: Quote;
  best: ReadonlyMap<QuoteOrder, string>;
  name: string;
  isChosen: boolean;
  isStacked: boolean;
  onChoose: () => void;
}

/** The quote of the selected row, below the table, with the button that chooses its driver. */
function Chosen({ quote, onSelect }: { quote: Quote; onSelect: (() => void) | null }) {
  const { pickup_eta_min: minutes, eta_source: source } = quote;
  return (
    <div className={classes.foot}>
      <div className={classes.chosen}>
        <div>
          <Text fw="var(--mantine-font-weight-medium)">{quote.driver_name}</Text>
          <Text size="meta" c="dimmed">
            {minutes !== null && source !== null ? awayText(minutes, source) : quote.car_model}
          </Text>
        </div>
        <Price value={quote.price} size="card" />
      </div>
      {onSelect && (
        <Button fullWidth onClick={onSelect}>
          {t('quotes.select')}
        </Button>
      )}
    </div>
  );
}

/** All quotes in a table: the customer selects a row, and then its driver by the button below. */
export function CompareQuotes({ quotes, focusedId, onFocus, selectOf }: CompareQuotesProps) {
  const name = useId();
  const best = bestOf(quotes);
  const isStacked = !useDesktop();
  const columns = (['driver', 'price', 'arrives', 'stars', 'experience'] as const).slice(isStacked ? 1 : 0);
  const chosen = quotes.find(({ id }) => id === focusedId);
  return (
    <>
      <table className={`boli-card ${classes.table}`} data-stacked={isStacked}>
        <caption className="visually-hidden">{t('quotes.compare')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`quotes.column_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {quotes.map((quote) => (
          <Rows
            key={quote.id}
            quote={quote}
            best={best}
            name={name}
            isChosen={quote.id === focusedId}
            isStacked={isStacked}
            onChoose={() => onFocus(quote.id)}
          />
        ))}
      </table>
      <Text size="meta" c="dimmed">
        {t('quotes.best_note')}
      </Text>
      {chosen && <Chosen quote={chosen} onSelect={selectOf(chosen)} />}
    </>
  );
}
