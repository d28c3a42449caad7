import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { QUOTES_POLL_MS } from '@boli/shared/core/constants';
import { useAddress, useParam } from '../core/address-bar';
import { useLive } from '../core/live';
import { getSocket, send } from '../core/socket';
import { t } from '../core/t';
import { upsertBooking } from '../features/bookings/bookings.store';
import { QuotesView } from '../features/quotes/QuotesView';
import { loadQuotes, lowestPrice, markQuotes, takeQuotes, useQuotes } from '../features/quotes/quotes.store';
import { CancelRequest } from '../features/rides/CancelRequest';
import { MyRides } from '../features/rides/MyRides';
import { loadRide, loadRides, upsertRide, useRides } from '../features/rides/rides.store';
import { LoadFailed } from '../ui/LoadFailed';
import { RowsSkeleton } from '../ui/RowsSkeleton';
import { Section } from '../ui/Section';

async function watchRide(id: string): Promise<void> {
  const mark = markQuotes();
  const { ride_request, quotes } = await send('ride:watch', { ride_request_id: id });
  upsertRide(ride_request);
  takeQuotes(id, quotes, mark);
}

async function readRideAndQuotes(id: string): Promise<void> {
  await Promise.all([loadRide(id), loadQuotes(id)]);
}

function unwatchRide(id: string): void {
  if (getSocket().connected) send('ride:unwatch', { ride_request_id: id }).catch(() => undefined);
}

function OpenRide({ id }: { id: string }) {
  const { go } = useAddress();
  const ride = useRides((state) => state.byId[id]);
  const { state, retry } = useLive({
    watch: () => watchRide(id),
    read: () => readRideAndQuotes(id),
    unwatch: () => unwatchRide(id),
    pollMs: QUOTES_POLL_MS,
    key: id,
  });
  const booked = (booking: Booking) => {
    upsertBooking(booking);
    go({ tab: 'bookings', ride: null, dialog: null, quote: null }, { replace: true });
    void loadRides().catch(() => undefined);
  };
  if (!ride)
    return (
      <Section title={t('quotes.title')}>
        {state === 'failed' ? <LoadFailed onRetry={retry} /> : <RowsSkeleton />}
      </Section>
    );
  return (
    <QuotesView
      ride={ride}
      ready={state === 'ready'}
      onBack={() => go({ ride: null })}
      onBooked={booked}
      onOpenBooking={(booking) => go({ tab: 'bookings', booking, ride: null })}
      below={<CancelRequest rideId={id} />}
    />
  );
}

/** A customer's first tab: its requests, or the one that is open with its quotes. */
export function MyRidesTab() {
  const [open] = useParam('ride');
  const quotes = useQuotes((state) => state.byId);
  if (open) return <OpenRide key={open} id={open} />;
  return <MyRides lowestOf={(ride) => lowestPrice(quotes, ride.id, ride.quote_count)} />;
}
