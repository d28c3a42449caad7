import type { Quote } from '@boli/shared/rides/quotes.schema';
import { IconHourglass } from '@tabler/icons-react';
import { useServerTime } from '../../../core/server-time';
import { t } from '../../../core/t';
import classes from './QuoteClock.module.css';
import { hasCountdown, quotePhase, timeLeft } from './quote-clock';

type Timed = Pick<Quote, 'status' | 'expires_at' | 'hold_min'>;

/**
 * The words of a quote's clock at `now`: the time left, with a warning in the last minute; that the quote holds until
 * the ride; or that it has expired.
 */
function wordsOf(quote: Timed, now: number): string {
  const { expires_at: end, hold_min } = quote;
  if (quote.status === 'withdrawn') return '';
  const phase = quotePhase(quote, now);
  if (quote.status === 'expired' || phase === 'expired' || phase === 'gone') return t('quotes.clock_expired');
  if (!end || quote.status !== 'active') return '';
  if (!hasCountdown(quote, now)) return hold_min === null ? t('quotes.clock_ride') : '';
  return t(phase === 'soon' ? 'quotes.clock_soon' : 'quotes.clock_left', { left: timeLeft(end, now) });
}

/** What a screen reader says by itself: once that a minute is left, and once that the quote has expired. */
function announcementOf(quote: Timed, name: string, now: number): string {
  const phase = quotePhase(quote, now);
  if (phase === 'soon') return t('quotes.clock_say_soon', { name });
  return phase === 'expired' ? t('quotes.clock_say_expired', { name }) : '';
}

/** The time left as figures alone: "4:07"; null if no time is counted down. */
function figuresOf(quote: Timed, now: number): string | null {
  const { expires_at: end, status } = quote;
  const isCounting = status === 'active' && end && hasCountdown(quote, now) && Date.parse(end) > now;
  return isCounting ? timeLeft(end, now) : null;
}

/** The words of `wordsOf` for a card, whose line is too short for "Holds until the ride". */
function briefWordsOf(quote: Timed, now: number): string {
  const words = wordsOf(quote, now);
  return words === t('quotes.clock_ride') ? t('quotes.clock_ride_short') : words;
}

interface QuoteClockProps {
  quote: Timed;
  /** Whose quote it is, for screen readers: they announce the last minute and the end, but not each second. */
  name: string;
  /** Shows "4:07" instead of "4:07 left", and "Until the ride"; screen readers still read the longer words. */
  brief?: boolean;
}

/** How long a quote still holds, by the server's clock; nothing for a quote without an end. */
export function QuoteClock({ quote, name, brief = false }: QuoteClockProps) {
  const words = useServerTime((now) => wordsOf(quote, now));
  const figures = useServerTime((now) => (brief ? figuresOf(quote, now) : null));
  const briefWords = useServerTime((now) => (brief ? briefWordsOf(quote, now) : words));
  const phase = useServerTime((now) => quotePhase(quote, now));
  const announcement = useServerTime((now) => announcementOf(quote, name, now));
  if (words === '') return null;
  return (
    <>
      <span role="timer" aria-live="off" className={classes.clock} data-phase={phase}>
        {figures && (
          <span aria-hidden className={classes.figures}>
            <IconHourglass size={14} stroke={1.75} />
            {figures}
          </span>
        )}
        {!figures && briefWords !== words && <span aria-hidden>{briefWords}</span>}
        <span className={figures || briefWords !== words ? 'visually-hidden' : ''}>{words}</span>
      </span>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}
