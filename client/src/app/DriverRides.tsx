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

/** After a quote the list and the earnings are read again (specification, section 4); pushes come in between. */
function takeQuote(quote: Quote): void {
  upsertMyQuote(quote);
  void readOpenRides().catch(() => undefined);
  void loadEarnings();
}

/** The driver's first tab: the store of open requests under its list. */
export function DriverRides() {
  const byId = useOpenRides((open) => open.byId);
  const { state, retry } = useLive({
    watch: watchOpenRides,
    read: readOpenRides,
    unwatch: unwatchOpenRides,
    pollMs: OPEN_REQUESTS_POLL_MS,
  });
  return <AvailableRides rides={sortOpenRides(byId)} state={state} onRetry={retry} onQuote={takeQuote} />;
}
