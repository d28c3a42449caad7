import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Group } from '@mantine/core';
import { IconCircleCheck, IconClockOff } from '@tabler/icons-react';
import { formatMoney } from '../../../core/money';
import { useServerTime } from '../../../core/server-time';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { AmberLine } from '../../../ui/AmberLine';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { ownQuoteProof } from '../open-rides.store';
import { QuoteClock } from '../quotes/QuoteClock';
import { quotePhase } from '../quotes/quote-clock';
import { holdOf } from './hold';
import { offer, offeredProof, withdraw } from './offers.api';

interface OwnQuoteProps {
  /** Active, or expired. */
  quote: Quote;
  onQuote: (quote: Quote) => void;
}

/**
 * The driver's own quote on an open request and its time left. An active one can be withdrawn; in its last minute and
 * after its end one press renews it, with the same price and for the same time.
 */
export function OwnQuote({ quote, onQuote }: OwnQuoteProps) {
  const { busy, act } = useAction();
  const phase = useServerTime((now) => quotePhase(quote, now));
  const isOver = quote.status === 'expired' || phase === 'expired' || phase === 'gone';
  const text = t('quotes.your_quote', { price: formatMoney(quote.price) });
  const leave = () =>
    act({
      name: quote.id,
      run: () => withdraw(quote.id),
      proof: ownQuoteProof(quote.ride_request_id, ({ status }) => status === 'withdrawn'),
      successMessage: 'quotes.withdrawn_toast',
      errorMessage: 'quotes.withdraw_failed',
      onSuccess: onQuote,
    });
  const renew = () =>
    act({
      name: `renew ${quote.id}`,
      input: quote.version,
      run: (key) => offer({ ride_request_id: quote.ride_request_id, price: quote.price, hold_min: holdOf(quote) }, key),
      proof: offeredProof(quote.ride_request_id, quote.price),
      successMessage: 'quotes.renewed',
      errorMessage: 'quotes.renew_failed',
      onSuccess: onQuote,
    });
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap" my="-xxs">
        <div>
          <AmberLine icon={isOver ? IconClockOff : IconCircleCheck}>{text}</AmberLine>
          <QuoteClock quote={quote} name={text} />
        </div>
        <Group gap="xxs" justify="flex-end">
          {(isOver || phase === 'soon') && (
            <OnlineButton quiet variant="light" size="sm" loading={busy !== null} onClick={() => void renew()}>
              {t('quotes.renew')}
            </OnlineButton>
          )}
          {!isOver && (
            <OnlineButton
              quiet
              flex="none"
              variant="subtle"
              size="sm"
              loading={busy !== null}
              onClick={() => void leave()}
            >
              {t('quotes.withdraw')}
            </OnlineButton>
          )}
        </Group>
      </Group>
      <OfflineReason />
    </>
  );
}
