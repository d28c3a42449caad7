import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Flex, Group, Text } from '@mantine/core';
import { IconHourglass, IconMessages } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../../core/t';
import { QuoteCard } from './QuoteCard';
import classes from './QuoteList.module.css';
import { type ArrivalKind, groupStarts, type QuoteOrder } from './quote-order';
import { useNewIds } from './use-arrivals';
import { useSettledOrder } from './use-settled-order';

interface QuoteListProps {
  /** In display order. */
  quotes: readonly Quote[];
  order: QuoteOrder;
  /** Whether the first load is complete: later quotes are new. */
  ready: boolean;
  focusedId: string | null;
  onFocus: (id: string) => void;
  onSelect: ((quote: Quote) => void) | null;
  /** Shown beside the button of each quote. */
  heart: (quote: Quote) => ReactNode;
}

/**
 * The quotes in the chosen order; by arrival in groups of one kind. New ones are appended while the pointer moves, and
 * sorted when it rests.
 */
export function QuoteList({ quotes, order: sortedBy, ready, focusedId, onFocus, onSelect, heart }: QuoteListProps) {
  const { order, isHeld, settle } = useSettledOrder(quotes.map((quote) => quote.id));
  const { fresh, clear } = useNewIds(order, ready);
  const byId = new Map(quotes.map((quote) => [quote.id, quote]));
  // The user asked for the other order, so it does not wait until the pointer rests.
  useEffect(() => {
    if (sortedBy) settle();
  }, [sortedBy, settle]);
  const shown = order.flatMap((id) => byId.get(id) ?? []);
  const groups = sortedBy === 'arrival' ? groupStarts(shown) : new Map<string, ArrivalKind>();
  const count = fresh.size;
  const news = count > 0 ? t('quotes.new_bar', { count }) : '';
  const show = () => {
    settle();
    clear();
    const first = quotes[0];
    if (first) document.getElementById(`quote-${first.id}`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <Box pos="relative">
      <p className="visually-hidden" role="status">
        {news}
      </p>
      {count > 0 && isHeld && (
        <button type="button" className={classes.news} onClick={show}>
          <IconMessages size={20} stroke={1.75} aria-hidden />
          {news}
        </button>
      )}
      {quotes.length === 0 && (
        <Group className="boli-card" gap="sm" wrap="nowrap" c="dimmed">
          <IconHourglass size={22} stroke={1.75} aria-hidden />
          <p>{t('quotes.empty')}</p>
        </Group>
      )}
      <Flex component="ul" direction="column" gap="sm">
        {shown.map((quote) => {
          const { id } = quote;
          const group = groups.get(id);
          return (
            <li key={id}>
              {group && (
                <Text size="meta" c="dimmed" mb="xs">
                  {t(`quotes.arrival_${group}`)}
                </Text>
              )}
              <QuoteCard
                quote={quote}
                focused={id === focusedId}
                fresh={fresh.has(id)}
                onFocus={() => onFocus(id)}
                onSelect={onSelect && quote.status === 'active' ? () => onSelect(quote) : null}
                heart={heart(quote)}
              />
            </li>
          );
        })}
      </Flex>
    </Box>
  );
}
