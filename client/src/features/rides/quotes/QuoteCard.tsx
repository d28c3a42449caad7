import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Button, Text } from '@mantine/core';
import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { isFinger } from '../../../core/motion';
import { t } from '../../../core/t';
import { Avatar } from '../../../ui/Avatar';
import { Price } from '../../../ui/Price';
import { TimeAgo } from '../../../ui/TimeAgo';
import { carText, fromUsualText } from '../usual';
import { CounterState } from './CounterState';
import classes from './QuoteCard.module.css';
import { QuoteFacts } from './QuoteFacts';
import { offeredAt } from './quote-clock';
import type { QuoteOrder } from './quote-order';

export interface QuoteCardProps {
  quote: Quote;
  /** Whether the quote has expired: the card is then grey until it is removed from the list. */
  expired: boolean;
  /** What distinguishes the quote from the others. */
  tag: QuoteOrder | undefined;
  /** Whether the quote is in focus: its price marker on the map is highlighted, too. */
  focused: boolean;
  fresh: boolean;
  onFocus: () => void;
  /** Shows all details of the quote. */
  onOpen: () => void;
  /** Null when the quote cannot be chosen. */
  onSelect: (() => void) | null;
  /** Shown beside the button. */
  heart: ReactNode;
}

/**
 * One quote: driver, car, price with its distance from the usual one, arrival, rating and the time left. A
 * counter-offer replaces the line about the car. The whole card, except its buttons, opens the details.
 */
export function QuoteCard({ quote, expired, tag, focused, fresh, onFocus, onOpen, onSelect, heart }: QuoteCardProps) {
  const id = useId();
  return (
    <article
      id={`quote-${quote.id}`}
      className={`boli-card ${classes.card}`}
      aria-labelledby={id}
      data-focused={focused}
      data-fresh={fresh}
      data-expired={expired}
      // Not for a finger, which enters every card below it while it scrolls the list.
      onPointerEnter={(event) => !isFinger(event) && onFocus()}
      onFocus={onFocus}
    >
      <Avatar name={quote.driver_name} src={quote.driver_photo} />
      <Box className={classes.words ?? ''}>
        <h3 id={id}>
          <button type="button" className={classes.open} onClick={onOpen}>
            {quote.driver_name}
          </button>
          {quote.verification_status === 'verified' && (
            <IconRosetteDiscountCheckFilled className={classes.verified} size={18} aria-hidden />
          )}
        </h3>
        {quote.counter && <CounterState quote={quote} />}
        <Text truncate size="sm" c="dimmed" className={quote.counter ? 'visually-hidden' : ''}>
          {tag && <span className={classes.tag}>{t(`quotes.tag_${tag}`)}</span>}
          {tag && ' · '}
          {carText(quote)}
        </Text>
      </Box>
      <div className={classes.price}>
        <Price value={quote.price} size="card" />
        {quote.reference && (
          <Text size="meta" c="dimmed" className={classes.fromUsual ?? ''}>
            {fromUsualText(quote.price, quote.reference)}
          </Text>
        )}
        <TimeAgo className="visually-hidden" time={offeredAt(quote)} />
      </div>
      <div className={classes.foot}>
        <QuoteFacts quote={quote} compact />
        <div className={classes.actions}>
          {onSelect && (
            <Button px="xs" fz="sm" variant={focused ? 'filled' : 'light'} aria-describedby={id} onClick={onSelect}>
              {t('quotes.select')}
            </Button>
          )}
          {heart}
        </div>
      </div>
    </article>
  );
}
