import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Flex } from '@mantine/core';
import { IconRosetteDiscountCheckFilled, IconSparkles } from '@tabler/icons-react';
import { awayText, shownDecimalKm } from '../../../core/road';
import { t } from '../../../core/t';
import { OnlineMark } from '../../../ui/OnlineMark';
import { Rating } from '../../../ui/Rating';
import { QuoteClock } from './QuoteClock';
import classes from './QuoteFacts.module.css';

/** The badge of a verified driver. */
export function Verified() {
  return (
    <Flex
      component="span"
      align="center"
      gap="xxs"
      display="inline-flex"
      c="var(--boli-green)"
      fz="meta"
      lh="md"
      fw="var(--mantine-font-weight-medium)"
    >
      <IconRosetteDiscountCheckFilled size={16} aria-hidden />
      {t('drivers.verified')}
    </Flex>
  );
}

/** The rating of a quote's driver, or a note that there is none yet; with `compact` the note is one word. */
export function Stars({ quote, compact = false }: { quote: Quote; compact?: boolean }) {
  const { average_rating: average, total_ratings: count } = quote;
  if (count > 0) return <Rating average={average} count={count} />;
  return (
    <Flex component="span" align="center" gap="xxs" display="inline-flex">
      <IconSparkles size={16} stroke={1.75} aria-hidden />
      {compact && <span aria-hidden>{t('quotes.new_short')}</span>}
      <span className={compact ? 'visually-hidden' : ''}>{t('quotes.new_driver')}</span>
    </Flex>
  );
}

/**
 * What is known of a driver, in one row. With `compact`, for a card, only arrival, rating and the time left are visible;
 * the others are for screen readers.
 */
export function QuoteFacts({ quote, compact }: { quote: Quote; compact: boolean }) {
  const { distance_to_pickup_km: away, pickup_eta_min: minutes, eta_source: source } = quote;
  const isKnown = minutes !== null && source !== null;
  // The server sends the years under two names (specification, section 3).
  const years = quote.experience_years ?? quote.experience;
  const arrival = (
    <>
      {isKnown && <span className={classes.arrival}>{awayText(minutes, source)}</span>}
      {!isKnown && away !== null && (
        <span className={classes.arrival}>{t('quotes.away', { km: shownDecimalKm(away) })}</span>
      )}
    </>
  );
  const others = (
    <>
      {quote.verification_status === 'verified' && <Verified />}
      <OnlineMark online={quote.is_available} />
      <span>{t('quotes.years', { n: years })}</span>
    </>
  );
  return (
    <div className={`${classes.facts} ${compact ? classes.compact : ''}`}>
      {compact && arrival}
      {compact ? <span className="visually-hidden">{others}</span> : others}
      {compact ? (
        <span className={classes.last}>
          <Stars quote={quote} compact />
          <QuoteClock quote={quote} name={quote.driver_name} brief />
        </span>
      ) : (
        <>
          <Stars quote={quote} />
          {arrival}
        </>
      )}
    </div>
  );
}
