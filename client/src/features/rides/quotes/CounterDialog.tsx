import { PRICE_STEP } from '@boli/shared/fares/price-step';
import { counterQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Flex, Text } from '@mantine/core';
import { call } from '../../../core/api';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useForm } from '../../../core/use-form';
import { useLast } from '../../../core/use-last';
import chips from '../../../ui/Chips.module.css';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import tones from '../../../ui/Tones.module.css';
import { readPrice } from '../read-price';
import { useAllowed } from '../use-allowed';
import { fromUsualText, usualText } from '../usual';
import { counterPrices } from './counter';
import { PriceDialog, priceIn } from './PriceDialog';

/** The first name of a person: titles and sentences have no room for the full name. */
const firstName = (name: string) => name.split(/\s+/)[0] ?? name;

interface AskProps {
  quote: Quote;
  onAsked: (quote: Quote) => void;
}

/** The form of the counter-offer: a lower price, typed or chosen from the offered ones. */
function useCounter({ quote, onAsked }: AskProps) {
  const form = useForm({
    initial: { price: '' },
    allowEmptyOnBlur: true,
    fieldErrorsOnly: true,
    validate: ({ price }) => {
      const typed = readPrice(price);
      if ('error' in typed) return { price: typed.error };
      return typed.price >= quote.price ? { price: t('quotes.counter_lower') } : {};
    },
    send: ({ price }) => call(counterQuote, { params: { id: quote.id }, body: { price: Number(price) } }),
    successMessage: 'bids.counter_sent',
    errorMessage: 'bids.counter_failed',
    onSuccess: onAsked,
  });
  return { form, price: priceIn(form.values.price) };
}

/** The prices that can be asked for by one tap. */
function Choices({ quote, chosen, onChoose }: { quote: Quote; chosen: number | null; onChoose: (to: number) => void }) {
  const { has } = useAllowed(quote.reference);
  const prices = counterPrices(quote.price, quote.reference, has);
  if (prices.length === 0) return null;
  return (
    <fieldset className={chips.chips}>
      <legend className="visually-hidden">{t('bids.counter_prices')}</legend>
      {prices.map((price) => {
        const words = price === quote.reference?.mid ? t('quotes.usual') : '';
        return (
          <button
            key={price}
            type="button"
            className={chips.chip}
            // The accessible name contains the visible text, for users of voice control.
            aria-label={t('bids.counter_chip', { price: `${formatWholeMoney(price)} ${words}`.trim() })}
            aria-pressed={price === chosen}
            onClick={() => onChoose(price)}
          >
            {formatWholeMoney(price)} {words && <span className={chips.words}>{words}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}

function Ask({ quote, onAsked, onClose, opened }: AskProps & { opened: boolean; onClose: () => void }) {
  const { form, price } = useCounter({ quote, onAsked });
  const name = firstName(quote.driver_name);
  const onPrice = (next: number) => form.set('price', String(next));
  return (
    <PriceDialog
      opened={opened}
      onClose={onClose}
      title={t('bids.counter_title', { name })}
      titleFirst
      send={price === null ? t('bids.counter_send_empty') : t('bids.counter_send', { price: formatMoney(price) })}
      busy={form.busy}
      onSubmit={form.onSubmit}
      reference={quote.reference}
      lead={
        <Flex justify="space-between" wrap="wrap" columnGap="sm" fz="sm" c="dimmed">
          <span>{t('bids.counter_asks', { name, price: formatMoney(quote.price) })}</span>
          {quote.reference && <span>{usualText(quote.reference)}</span>}
        </Flex>
      }
      label={t('bids.counter_field')}
      field={form.field('price')}
      price={price}
      by={PRICE_STEP}
      from={quote.price}
      onPrice={onPrice}
      note={
        <p className={`boli-note ${tones.indigo}`}>
          {t('bids.counter_note', { name, price: formatMoney(quote.price) })}
        </p>
      }
    >
      <Choices quote={quote} chosen={price} onChoose={onPrice} />
      {price !== null && quote.reference && (
        <Text size="sm" c="dimmed">
          {fromUsualText(price, quote.reference)}
        </Text>
      )}
    </PriceDialog>
  );
}

interface CounterDialogProps {
  /** The quote on which a lower price is asked for; undefined closes the dialog. */
  quote: Quote | undefined;
  onClose: () => void;
  /** Called with the quote that has the counter-offer. */
  onAsked: (quote: Quote) => void;
}

/** Asks for a lower price on a quote, once; on a phone it is a sheet at the lower edge. */
export function CounterDialog({ quote, onClose, onAsked }: CounterDialogProps) {
  const shown = useLast(quote);
  if (!shown) return null;
  return <Ask key={shown.id} quote={shown} opened={quote !== undefined} onClose={onClose} onAsked={onAsked} />;
}
