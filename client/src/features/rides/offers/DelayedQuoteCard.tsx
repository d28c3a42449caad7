import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useNow } from '../../../core/time';
import { cardId } from './card-id';
import { type DelayedQuote, UNDO_MS, undoDelayed } from './delayed-quotes.store';
import classes from './OpenRideCard.module.css';

const TICK_MS = 250;

/**
 * A quote that is about to be sent, with an Undo button. The button gets the focus; when the button is removed, the
 * focus returns to the card.
 */
export function DelayedQuoteCard({ delayed }: { delayed: DelayedQuote }) {
  const { ride_request_id, price, sentAt, isSending } = delayed;
  const undo = useRef<HTMLButtonElement>(null);
  const now = useNow(TICK_MS);
  useLayoutEffect(() => {
    const button = undo.current;
    button?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === button) document.getElementById(cardId(ride_request_id))?.focus();
    };
  }, [ride_request_id]);
  const text = (ms: number) =>
    t('quotes.sending_soon', { price: formatMoney(price), seconds: Math.max(0, Math.ceil(ms / 1_000)) });
  return (
    <div className={classes.offer}>
      <p className={classes.unknown} aria-hidden>
        {text(sentAt - now)}
      </p>
      <span role="status" className="visually-hidden">
        {text(UNDO_MS)}
      </span>
      <Button
        ref={undo}
        className={classes.submit ?? ''}
        variant="default"
        aria-disabled={isSending}
        {...(isSending && { 'data-disabled': true })}
        onClick={() => undoDelayed(delayed)}
      >
        {t('common.undo')}
      </Button>
    </div>
  );
}
