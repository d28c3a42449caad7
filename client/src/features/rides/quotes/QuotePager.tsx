import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../../core/motion';
import { t } from '../../../core/t';
import { QuoteCard } from './QuoteCard';
import classes from './QuotePager.module.css';
import type { QuotesHandling } from './use-quotes-view';

/** A swipe has ended when nothing has scrolled for this time (ms). */
const REST_MS = 120;

interface QuotePagerProps extends QuotesHandling {
  quotes: readonly Quote[];
  focusedId: string | null;
  onFocus: (id: string) => void;
}

/** One quote at a time, changed by a sideways swipe or the arrow keys; the map highlights its price marker. */
export function QuotePager({ quotes, focusedId, onFocus, cardOf }: QuotePagerProps) {
  const list = useRef<HTMLUListElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = Math.max(
    quotes.findIndex(({ id }) => id === focusedId),
    0,
  );
  useEffect(() => {
    const element = list.current;
    element?.scrollTo({ left: at * element.clientWidth, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [at]);
  useEffect(() => () => clearTimeout(resting.current), []);
  const focus = (index: number) => {
    const quote = quotes[index];
    if (quote && index !== at) onFocus(quote.id);
  };
  const onScroll = () => {
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const element = list.current;
      if (element) focus(Math.round(element.scrollLeft / element.clientWidth));
    }, REST_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    focus(at + step);
  };
  return (
    <>
      <ul ref={list} className={classes.pages} data-sideways="true" onScroll={onScroll} onKeyDown={onKeyDown}>
        {quotes.map((quote) => (
          <li key={quote.id}>
            <QuoteCard {...cardOf(quote)} />
          </li>
        ))}
      </ul>
      <Text size="meta" c="dimmed" ta="center">
        {t('quotes.prices_where')}
      </Text>
    </>
  );
}
