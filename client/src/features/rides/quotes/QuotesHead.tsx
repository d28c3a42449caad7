import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text } from '@mantine/core';
import { t } from '../../../core/t';
import { remaining, useNow } from '../../../core/time';
import { usualText } from '../usual';
import classes from './QuotesHead.module.css';
import type { QuoteOrder } from './quote-order';
import { firstWords } from './SortQuotes';

const CHECK_EVERY_MS = 30_000;

/** "Expires in 54 min", for an open request. */
export function ExpiresIn({ ride }: { ride: RideRequest }) {
  const now = useNow(CHECK_EVERY_MS);
  if (ride.status !== 'open') return null;
  return (
    <Text span size="sm" c="dimmed">
      {t('rides.expires_in', { left: remaining(ride.expires_at, now) })}
    </Text>
  );
}

/** The number of quotes and the usual price; for screen readers also the order of the quotes. */
export function QuotesCount({ ride, count, order }: { ride: RideRequest; count: number; order: QuoteOrder }) {
  return (
    <Text span size="meta" c="dimmed" className={classes.count ?? ''}>
      {t('rides.quotes_chip', { count })}
      <span className="visually-hidden">{t(firstWords[order])}</span>
      {ride.reference && ` · ${usualText(ride.reference)}`}
    </Text>
  );
}
