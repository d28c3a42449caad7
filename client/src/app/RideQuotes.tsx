import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import { QUOTES_POLL_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useAddress } from '../core/address-bar';
import { useConfig } from '../core/config';
import { logged } from '../core/log';
import { offerPush } from '../core/push-offer';
import { useDesktop } from '../core/screen';
import { getSocket } from '../core/socket';
import { useSync } from '../core/sync';
import { t } from '../core/t';
import { bookedProof, upsertBooking, useBookings } from '../features/bookings/bookings.store';
import { FavoriteHeart } from '../features/favorites/FavoriteHeart';
import { PushOffer, useIsPushOffered } from '../features/notifications/PushOffer';
import { PromoInput } from '../features/promos/PromoInput';
import { CancelRequest } from '../features/rides/CancelRequest';
import { QuotesView } from '../features/rides/quotes/QuotesView';
import { loadQuotes, shownQuotes, useQuotes } from '../features/rides/quotes/quotes.store';
import { watchRide } from '../features/rides/quotes/ride-watch';
import { loadRide, loadRides, useRides } from '../features/rides/rides.store';
import { LoadFailed } from '../ui/LoadFailed';
import { RowsSkeleton } from '../ui/RowsSkeleton';
import { BookingDialogs } from './booking-dialogs';
import { useDriversWatch } from './drivers-watch';

async function readRide(id: string): Promise<void> {
  await Promise.all([loadRide(id), loadQuotes(id)]);
}

/** The longest wait for the code of the trip's screen after a booking, in milliseconds. */
const MOST_WAIT_MS = 300;

/**
 * Whether the payment dialog opens right after booking: not for cash, not if the booking is already paid, and not if no
 * payment gateway is configured.
 */
function paysNow(booking: Booking, gateway: AppConfig['payment_gateway'] | undefined): boolean {
  return gateway !== 'off' && booking.payment_method !== 'cash' && booking.payment_status === 'pending';
}

/** One request with its quotes, kept in sync. */
export function RideQuotes({ id }: { id: string }) {
  const { go } = useAddress();
  const gateway = useConfig()?.payment_gateway;
  const ride = useRides(({ byId }) => byId[id]);
  const { state, retry } = useSync({
    key: id,
    watch: () => watchRide(id),
    read: () => readRide(id),
    pollMs: QUOTES_POLL_MS,
    unwatch: () => getSocket().emit('ride:unwatch', { ride_request_id: id }),
  });
  const quoteCount = useQuotes(({ byId }) => shownQuotes(byId, id).length);
  useDriversWatch(useQuotes(useShallow(({ byId }) => shownQuotes(byId, id).map((quote) => quote.driver_id))));
  const reopenings = useBookings(
    ({ byId }) =>
      Object.values(byId).filter(({ ride_request_id, status }) => ride_request_id === id && !isLive(status)).length,
  );
  const isPushOffered = useIsPushOffered();
  const desktop = useDesktop();
  const back = () => go({ ride: null, dialog: null, quote: null });
  useEffect(() => void BookingDialogs.preload(), []);
  const booked = async (booking: Booking) => {
    upsertBooking(booking);
    offerPush();
    // The trip replaces the quotes in one step, so that the list of requests is not shown in between.
    await Promise.race([BookingDialogs.preload(), new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))]);
    const dialog = paysNow(booking, gateway) ? 'pay' : null;
    go({ tab: 'bookings', ride: null, quote: null, booking: booking.id, dialog }, { replace: true });
    // The specification requires a reload after a booking, even if a push has already brought the change.
    loadRides().catch(logged('reading the ride requests'));
  };
  if (!ride) {
    return state === 'failed' ? (
      <LoadFailed title={t('rides.details_failed')} onRetry={retry} onBack={back} />
    ) : (
      <RowsSkeleton />
    );
  }
  return (
    <QuotesView
      ride={ride}
      state={state}
      reopenings={reopenings}
      onRetry={retry}
      onBack={back}
      onBooked={booked}
      proofOf={bookedProof}
      onOpenBooking={(booking) => go({ tab: 'bookings', booking, ride: null })}
      heart={({ driver_id, driver_name }) => <FavoriteHeart driverId={driver_id} driverName={driver_name} />}
      promo={(slot) => <PromoInput {...slot} />}
      below={
        <>
          {isPushOffered && !desktop && <PushOffer inPage />}
          <CancelRequest rideId={id} quotes={quoteCount} />
        </>
      }
    />
  );
}
