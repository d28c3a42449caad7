import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { useSync } from '../core/sync';
import { loadEarnings, useDriver } from '../features/drivers/drivers.store';
import { AvailableRides } from '../features/rides/offers/AvailableRides';
import { DistanceFilter } from '../features/rides/offers/DistanceFilter';
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

/** Available Rides: the open requests, kept in sync, with the driver's own quotes. */
export function DriverOffers() {
  const { byId, beyond, refusal } = useOpenRides();
  const verificationStatus = useDriver(({ profile }) => profile?.verification_status ?? '');
  const { near, place, radius, choose } = useNear();
  const { state, retry } = useSync({
    // A change of the verification status grants or revokes the list, so it is reloaded.
    key: `${verificationStatus} ${near ? `${near.lat},${near.lng},${near.radius_km}` : ''}`,
    watch: () => watchOpenRides(near),
    read: () => readOpenRides(near),
    pollMs: OPEN_REQUESTS_POLL_MS,
    unwatch: unwatchOpenRides,
  });
  useRereading(place, retry);
  const onQuoted = (quote: Quote) => {
    upsertMyQuote(quote);
    // The specification requires a reload of list and summary after a quote.
    readOpenRides(near).catch(() => undefined);
    void loadEarnings();
  };
  // Pushes are sent by grid cells, which reach a little beyond the circle.
  const rides = sortOpenRides(byId).filter((ride) => isNear(near, ride));
  return (
    <AvailableRides
      rides={rides}
      beyond={beyond}
      onMore={() => readMoreOpenRides(near)}
      state={state}
      refusal={refusal}
      isReasonShown={verificationStatus === 'rejected'}
      place={place}
      filter={<DistanceFilter radius={radius} choose={choose} />}
      onRetry={retry}
      onQuote={onQuoted}
    />
  );
}
