import type { Quote } from '@boli/shared/rides/quotes.schema';
import { formatMoney } from '../../../core/money';
import { useServerTime } from '../../../core/server-time';
import { t } from '../../../core/t';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import classes from './CounterState.module.css';
import { counterPhase, secondsLeft } from './counter';

/** The words about a quote's counter-offer at `now`; empty if there is none. */
function wordsOf(quote: Quote, now: number): string {
  const phase = counterPhase(quote, now);
  if (phase === 'none' || !quote.counter) return '';
  const asked = formatWholeMoney(quote.counter.price);
  if (phase !== 'pending') return t(`bids.counter_${phase}`, { asked });
  return t('bids.counter_pending', { price: asked, seconds: secondsLeft(quote.counter.expires_at, now) });
}

/** What a screen reader says by itself: the outcome, but not each second. */
function outcomeOf(quote: Quote, now: number): string {
  const phase = counterPhase(quote, now);
  if (phase === 'none' || phase === 'pending' || !quote.counter) return '';
  const asked = formatMoney(quote.counter.price);
  return t(`bids.counter_say_${phase}`, { name: quote.driver_name, asked, price: formatMoney(quote.price) });
}

/** The counter-offer on a quote: the seconds left by the server's clock, then its outcome; nothing without one. */
export function CounterState({ quote }: { quote: Quote }) {
  const words = useServerTime((now) => wordsOf(quote, now));
  const phase = useServerTime((now) => counterPhase(quote, now));
  const outcome = useServerTime((now) => outcomeOf(quote, now));
  return (
    <>
      {words && (
        <span role="timer" aria-live="off" className={classes.state} data-phase={phase}>
          {words}
        </span>
      )}
      <span role="status" className="visually-hidden">
        {outcome}
      </span>
    </>
  );
}
