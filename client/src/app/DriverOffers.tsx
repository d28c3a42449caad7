import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import { useLive } from '../core/live';
import { loadEarnings } from '../features/drivers/drivers.store';
import { AvailableRides } from '../features/offers/AvailableRides';
import {
  readOpenRides,
  sortOpenRides,
  unwatchOpenRides,
  upsertMyQuote,
  useOpenRides,
  watchOpenRides,
} from '../features/rides/open-rides.store';

/** Available Rides: the open requests, live, with the driver's own quotes. */
export function DriverOffers() {
  const byId = useOpenRides((open) => open.byId);
  const { state, retry } = useLive({
    watch: watchOpenRides,
    read: readOpenRides,
    pollMs: OPEN_REQUESTS_POLL_MS,
    unwatch: unwatchOpenRides,
  });
  const quoted = (quote: Quote) => {
    upsertMyQuote(quote);
    // After a quote list and summary are asked for, as the specification has it.
    readOpenRides().catch(() => undefined);
    void loadEarnings();
  };
  return <AvailableRides rides={sortOpenRides(byId)} state={state} onRetry={retry} onQuote={quoted} />;
}
