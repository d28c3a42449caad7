import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { t } from '../../../core/t';
import { Avatar } from '../../../ui/Avatar';
import { Price } from '../../../ui/Price';
import { TimeAgo } from '../../../ui/TimeAgo';
import classes from './QuoteCard.module.css';
import { QuoteFacts } from './QuoteFacts';

interface QuoteCardProps {
  quote: Quote;
  /** Its price is highlighted on the map, too. */
  focused: boolean;
  fresh: boolean;
  onFocus: () => void;
  /** Null when no quote can be chosen any more. */
  onSelect: (() => void) | null;
  /** Shown beside the button. */
  heart: ReactNode;
  /** As low as three fit under a phone's map; what is less needed for a choice is for screen readers alone then. */
  compact: boolean;
}

/** One quote: driver, car and price. */
export function QuoteCard({ quote, focused, fresh, onFocus, onSelect, heart, compact }: QuoteCardProps) {
  const id = useId();
  return (
    <article
      id={`quote-${quote.id}`}
      className={`boli-card ${classes.card} ${compact ? classes.compact : ''}`}
      aria-labelledby={id}
      data-focused={focused}
      data-fresh={fresh}
      onPointerEnter={onFocus}
      onFocus={onFocus}
    >
      <Avatar name={quote.driver_name} src={quote.driver_photo} />
      <Box miw={0}>
        <h3 id={id}>{quote.driver_name}</h3>
        <Text className={classes.car ?? ''} size="sm" c="dimmed">
          {quote.car_model}
        </Text>
      </Box>
      <Stack align="end" gap={0}>
        <Price value={quote.price} size="card" />
        <TimeAgo c="dimmed" size="meta" time={quote.created_at} {...(compact && { className: 'visually-hidden' })} />
      </Stack>
      <div className={classes.foot}>
        <QuoteFacts quote={quote} compact={compact} />
        <div className={classes.actions}>
          {onSelect && (
            <Button
              px="xs"
              flex={1}
              {...(compact && { fz: 'sm' })}
              variant={focused ? 'filled' : 'light'}
              aria-describedby={id}
              onClick={onSelect}
            >
              {t('quotes.select')}
            </Button>
          )}
          {heart}
        </div>
      </div>
    </article>
  );
}
