import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { splitAddress } from '../../../core/address';
import { useAddress } from '../../../core/address-bar';
import { logged } from '../../../core/log';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { remaining, useNow } from '../../../core/time';
import { BidChip } from '../../../ui/BidChip';
import { loadQuotes, lowestPrice, useQuotes } from '../quotes/quotes.store';
import classes from './Home.module.css';

const MINUTE_MS = 60_000;

/** The newest open request that has quotes; null without one. `rides` are newest first. */
export function rideWithQuotes(rides: readonly RideRequest[]): RideRequest | null {
  return rides.find(({ status, quote_count }) => status === 'open' && quote_count > 0) ?? null;
}

/** The lowest quoted price on a request, in rupees; null until all its quotes are loaded. Starts loading them. */
function useLowest({ id, quote_count: count }: RideRequest): number | null {
  const lowest = useQuotes(({ byId }) => lowestPrice(byId, id, count));
  const isUnknown = lowest === null;
  useEffect(() => {
    // Without the price, the strip still shows the number of quotes.
    if (isUnknown) loadQuotes(id).catch(logged('reading the quotes'));
  }, [id, isUnknown]);
  return lowest;
}

/** A short summary of the quotes on a request, with a button that opens them. */
export function QuotesStrip({ ride }: { ride: RideRequest }) {
  const { go } = useAddress();
  const now = useNow(MINUTE_MS);
  const lowest = useLowest(ride);
  const { quote_count: count } = ride;
  const { title: place } = splitAddress(ride.drop_location);
  return (
    <div className={`boli-card ${classes.strip}`}>
      <div className={classes.words}>
        <BidChip>
          {lowest === null
            ? t('rides.quotes_chip', { count })
            : t('rides.quotes_chip_from', { count, price: formatMoney(lowest) })}
        </BidChip>
        <Text truncate size="meta" c="dimmed">
          {`${t('home.to', { place })} · ${t('rides.open_for', { left: remaining(ride.expires_at, now) })}`}
        </Text>
      </div>
      <Button variant="light" size="sm" px="sm" onClick={() => go({ ride: ride.id })}>
        {t(count > 1 ? 'home.compare' : 'home.open')}
      </Button>
    </div>
  );
}
