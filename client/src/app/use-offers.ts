import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { logged } from '../core/log';
import { useSync } from '../core/sync';
import { loadEarnings, useDriver } from '../features/drivers/drivers.store';
import { isNear, useNear } from '../features/rides/offers/near';
import { useRereading } from '../features/rides/offers/use-rereading';
import {
  readMoreOpenRides,
  readOpenRides,
  sortOpenRides,
  unwatchOpenRides,
  upsertMyQuote,
  useOpenRides,
  watchOpenRides,
} from '../features/rides/open-rides.store';

/** The open requests of the chosen circle, kept in sync, and what has to be done after a quote. */
export function useOffers() {
  const { byId, beyond } = useOpenRides();
  const verificationStatus = useDriver(({ profile }) => profile?.verification_status ?? '');
  const { near, place, radius, choose } = useNear();
  const circle = `${verificationStatus} ${near ? `${near.lat},${near.lng},${near.radius_km}` : ''}`;
  const { state, retry } = useSync({
    // A change of the verification status grants or revokes the list, so it is reloaded.
    key: circle,
    watch: () => watchOpenRides(near),
    read: () => readOpenRides(near),
    pollMs: OPEN_REQUESTS_POLL_MS,
    unwatch: unwatchOpenRides,
  });
  useRereading(place, retry);
  const onQuote = (quote: Quote) => {
    upsertMyQuote(quote);
    // The specification requires a reload of list and summary after a quote.
    readOpenRides(near).catch(logged('reading the open requests'));
    void loadEarnings();
  };
  // The server pushes the requests of whole grid cells, which reach a little beyond the circle.
  const rides = sortOpenRides(byId).filter((ride) => isNear(near, ride));
  const onMore = () => readMoreOpenRides(near);
  return { circle, radius, choose, list: { rides, beyond, onMore, state, place, onRetry: retry, onQuote } };
}

export type Offers = ReturnType<typeof useOffers>;
