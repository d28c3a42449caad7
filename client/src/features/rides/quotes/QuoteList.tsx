import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Flex, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '../../../core/t';
import { QuoteCard } from './QuoteCard';
import classes from './QuoteList.module.css';
import { type ArrivalKind, groupStarts, type QuoteOrder } from './quote-order';
import type { QuotesHandling } from './use-quotes-view';
import { useSettledOrder } from './use-settled-order';

interface QuoteListProps extends QuotesHandling {
  /** In display order. */
  quotes: readonly Quote[];
  order: QuoteOrder;
  /** Called when the user has seen the new quotes. */
  onSeen: () => void;
}

/**
 * The quotes in the chosen order; those sorted by arrival are grouped by the source of the arrival time. While the user
 * moves the pointer, scrolls or types, new quotes are appended; they are sorted once the user is still.
 */
export function QuoteList({ quotes, order: sortedBy, onSeen, cardOf, fresh }: QuoteListProps) {
  const { order, isHeld, settle } = useSettledOrder(quotes.map((quote) => quote.id));
  const byId = new Map(quotes.map((quote) => [quote.id, quote]));
  // The user chose another order, so it is applied immediately.
  useEffect(() => {
    if (sortedBy) settle();
  }, [sortedBy, settle]);
  const shown = order.flatMap((id) => byId.get(id) ?? []);
  const groups = sortedBy === 'arrival' ? groupStarts(shown) : new Map<string, ArrivalKind>();
  const count = fresh.size;
  const show = () => {
    settle();
    onSeen();
    const first = quotes[0];
    if (first) document.getElementById(`quote-${first.id}`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <Box pos="relative">
      {count > 0 && isHeld && (
        <button type="button" className={classes.news} onClick={show}>
          <IconMessages size={20} stroke={1.75} aria-hidden />
          {t('quotes.new_bar', { count })}
        </button>
      )}
      <Flex component="ul" direction="column" gap="xs">
        {shown.map((quote) => {
          const group = groups.get(quote.id);
          return (
            <li key={quote.id}>
              {group && (
                <Text size="meta" c="dimmed" mb="xs">
                  {t(`quotes.arrival_${group}`)}
                </Text>
              )}
              <QuoteCard {...cardOf(quote)} />
            </li>
          );
        })}
      </Flex>
    </Box>
  );
}
