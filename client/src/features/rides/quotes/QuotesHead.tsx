import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text } from '@mantine/core';
import { t } from '../../../core/t';
import { remaining, useNow } from '../../../core/time';
import type { QuoteOrder } from './quote-order';
import { firstWords } from './SortQuotes';

const LOOK_MS = 30_000;

/** "Expires in 54 min", for an open request. */
export function ExpiresIn({ ride }: { ride: RideRequest }) {
  const now = useNow(LOOK_MS);
  if (ride.status !== 'open') return null;
  return (
    <Text span size="sm" c="dimmed">
      {t('rides.expires_in', { left: remaining(ride.expires_at, now) })}
    </Text>
  );
}

/** How many quotes there are, and for screen readers in which order. */
export function QuotesCount({ count, order }: { count: number; order: QuoteOrder }) {
  return (
    <Text span size="sm" c="dimmed">
      {t('rides.quotes_chip', { count })}
      <span className="visually-hidden">{t(firstWords[order])}</span>
    </Text>
  );
}
