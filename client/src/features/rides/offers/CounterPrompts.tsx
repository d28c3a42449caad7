import { splitFare, toPaise, toRupees } from '@boli/shared/core/money';
import { ruleInPaise } from '@boli/shared/pricing/pricing.schema';
import { answerCounter } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { CounterAnswer } from '@boli/shared/rides/quotes.state';
import { Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../core/api';
import { useFeeRule } from '../../../core/fee-rule';
import { formatMoney } from '../../../core/money';
import { useServerTime } from '../../../core/server-time';
import { t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { useAction } from '../../../core/use-action';
import { LockedButton } from '../../../ui/LockedButton';
import { OfflineReason } from '../../../ui/OnlineButton';
import { useOpenRides } from '../open-rides.store';
import { counterPhase, secondsLeft } from '../quotes/counter';
import classes from './CounterPrompts.module.css';

/**
 * The driver's quotes with a counter-offer that can still be answered, in the order in which the counter-offers end.
 */
function usePending(): Quote[] {
  const quotes = Object.values(useOpenRides((open) => open.quotes));
  const ids = useServerTime((now) =>
    quotes.flatMap((quote) => (counterPhase(quote, now) === 'pending' ? [quote.id] : [])).join(' '),
  ).split(' ');
  const end = ({ counter }: Quote) => counter?.expires_at ?? '';
  return quotes.filter(({ id }) => ids.includes(id)).sort((a, b) => end(a).localeCompare(end(b)));
}

/**
 * The pending quote with the newest counter-offer; null once that counter-offer has ended, so that an earlier one is
 * not announced again.
 */
function useLatest(pending: readonly Quote[]): Quote | null {
  const [known, setKnown] = useState<{ ids: ReadonlySet<string>; latest: string | null }>({
    ids: new Set(),
    latest: null,
  });
  // A quote has one counter-offer at most, so the quote's id identifies the counter-offer.
  const added = pending.filter(({ id }) => !known.ids.has(id)).map(({ id }) => id);
  if (added.length > 0) setKnown({ ids: new Set([...known.ids, ...added]), latest: added.at(-1) ?? null });
  return pending.find(({ id }) => id === known.latest) ?? null;
}

/** "Asha Verma asks for ₹225.00"; without the name if the request is not loaded. */
function useTitle({ ride_request_id, counter }: Quote): string {
  const name = useOpenRides(({ byId }) => byId[ride_request_id]?.customer_name) ?? t('bids.prompt_customer');
  return t('bids.prompt_title', { name, price: formatMoney(counter?.price ?? 0) });
}

/** What the driver receives with either answer; null until the rule of the fee is known. */
function useShares(yes: number, keep: number): string | null {
  const rule = useFeeRule();
  if (!rule) return null;
  const share = (price: number) => formatMoney(toRupees(splitFare(toPaise(price), ruleInPaise(rule)).earnings));
  return t('bids.prompt_receive', { yes: share(yes), keep: share(keep) });
}

interface PromptProps {
  quote: Quote;
  asked: number;
  until: string;
  /** Whether a dialog covers the page: a toast then says that somebody asks. */
  isCovered: boolean;
  onQuote: (quote: Quote) => void;
}

function Prompt({ quote, asked, until, isCovered, onQuote }: PromptProps) {
  const id = useId();
  const title = useTitle(quote);
  const seconds = useServerTime((now) => secondsLeft(until, now));
  const shares = useShares(asked, quote.price);
  const { busy, act } = useAction();
  const first = useRef({ title, isCovered });
  useEffect(() => {
    if (first.current.isCovered) toast.info(first.current.title);
  }, []);
  const answer = (given: CounterAnswer) =>
    act({
      name: `counter ${quote.id}`,
      input: given,
      run: () => call(answerCounter, { params: { id: quote.id }, body: { answer: given } }),
      successMessage: ({ price }) => t(given === 'yes' ? 'bids.said_yes' : 'bids.kept', { price: formatMoney(price) }),
      errorMessage: 'bids.answer_failed',
      onSuccess: onQuote,
    });
  return (
    <fieldset className={`boli-card ${classes.prompt}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <span role="timer" aria-live="off" className={classes.left}>
          {t('bids.prompt_left', { seconds })}
        </span>
      </div>
      <Text size="sm" c="dimmed">
        {t('bids.prompt_own', { price: formatMoney(quote.price) })}
        {shares && ` · ${shares}`}
      </Text>
      <Text size="meta" c="dimmed">
        {t('bids.prompt_note')}
      </Text>
      <OfflineReason />
      <div className={classes.buttons}>
        <LockedButton
          needsServer
          variant="default"
          meaning={`keep ${quote.price}`}
          loading={busy !== null}
          onClick={() => void answer('keep')}
        >
          {t('bids.prompt_keep', { price: formatMoney(quote.price) })}
        </LockedButton>
        <LockedButton needsServer meaning={`yes ${asked}`} loading={busy !== null} onClick={() => void answer('yes')}>
          {t('bids.prompt_yes', { price: formatMoney(asked) })}
        </LockedButton>
      </div>
    </fieldset>
  );
}

interface CounterPromptsProps {
  isCovered: boolean;
  onQuote: (quote: Quote) => void;
}

/**
 * The counter-offers that the driver can answer now, over every tab, with the seconds left by the server's clock.
 * Screen readers announce a new one once; of several that arrive together, only the one that ends last.
 */
export function CounterPrompts({ isCovered, onQuote }: CounterPromptsProps) {
  const pending = usePending();
  const latest = useLatest(pending);
  return (
    <>
      <span role="status" className="visually-hidden">
        {latest && <Spoken quote={latest} />}
      </span>
      {pending.length > 0 && (
        <section className={classes.prompts} aria-label={t('bids.prompts')}>
          {pending.map(
            (quote) =>
              quote.counter && (
                <Prompt
                  key={quote.id}
                  quote={quote}
                  asked={quote.counter.price}
                  until={quote.counter.expires_at}
                  isCovered={isCovered}
                  onQuote={onQuote}
                />
              ),
          )}
        </section>
      )}
    </>
  );
}

function Spoken({ quote }: { quote: Quote }) {
  return useTitle(quote);
}
