import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useDevicePosition } from '../core/device-position';
import { useReachable } from '../core/reachable';
import { useNow } from '../core/time';
import { NARROWEST } from '../core/tokens';
import { ConfirmNotice } from '../features/auth/account/ConfirmNotice';
import { BookingStrip } from '../features/bookings/BookingStrip';
import { activeBooking, useBookings } from '../features/bookings/bookings.store';
import { DUE_CHECK_EVERY_MS } from '../features/bookings/words';
import classes from '../features/rides/home/Home.module.css';
import { homePlaces, missingLabels } from '../features/rides/home/home-places';
import { AddPlaces, PlaceChips, PlaceRows } from '../features/rides/home/PlaceRows';
import { QuotesStrip, rideWithQuotes } from '../features/rides/home/QuotesStrip';
import { useOpenRideForm } from '../features/rides/home/use-open-ride-form';
import { WhereTo } from '../features/rides/home/WhereTo';
import { MyRides } from '../features/rides/MyRides';
import { loadOwnPlaces, type OwnPlaces, useOwnPlaces } from '../features/rides/own-places.store';
import { lowestPrice, useQuotes } from '../features/rides/quotes/quotes.store';
import { sortRides, useRides } from '../features/rides/rides.store';
import { RowsSkeleton } from '../ui/RowsSkeleton';
import { lazyPart } from './lazy-part';
import { useHasBeenTrue } from './use-ever';

const AddPlaceDialog = lazyPart(async () => (await import('../features/rides/home/AddPlaceDialog')).AddPlaceDialog, {
  waiting: null,
});

/** The strip at the top: the active booking, else the newest open request with quotes. */
function Strip() {
  const now = useNow(DUE_CHECK_EVERY_MS);
  const booking = useBookings(({ byId }) => activeBooking(byId, now));
  const ride = rideWithQuotes(sortRides(useRides(({ byId }) => byId)));
  if (booking) return <BookingStrip booking={booking} />;
  return ride && <QuotesStrip ride={ride} />;
}

/** Whether the customer's places are not known yet. */
const isLoading = ({ saved, failed }: OwnPlaces) => saved === null && !failed;

/** The places of this customer, as rows or in one line. */
function Places({ isPeek }: { isPeek: boolean }) {
  const own = useOwnPlaces();
  const me = useDevicePosition(({ place }) => place);
  const [label, setLabel] = useState<string | null>(null);
  const hasDialog = useHasBeenTrue(label !== null);
  const { rideTo } = useOpenRideForm();
  const isReachable = useReachable();
  // Reads the places again when the server is reachable again, because a read without a network fails.
  useEffect(() => {
    if (isReachable || useOwnPlaces.getState().saved === null) void loadOwnPlaces();
  }, [isReachable]);
  const places = homePlaces(own, me);
  const missing = missingLabels(own);
  if (isLoading(own)) return <RowsSkeleton rows={isPeek ? 1 : 3} />;
  return (
    <>
      {places.length > 0 &&
        (isPeek ? (
          <PlaceChips places={places} onChoose={rideTo} />
        ) : (
          <PlaceRows places={places} me={me} onChoose={rideTo} />
        ))}
      {missing.length > 0 && <AddPlaces labels={missing} onAdd={setLabel} />}
      {hasDialog && <AddPlaceDialog label={label} onClose={() => setLabel(null)} />}
    </>
  );
}

/**
 * The home screen's parts in order. At the sheet's lowest snap (`isPeek`), which shows only the first parts, the places
 * take one line and always come before the requests.
 */
export function HomeContent({ isPeek }: { isPeek: boolean }) {
  const quotes = useQuotes(({ byId }) => byId);
  // On the narrowest phones the places come after the requests, which would not be visible otherwise.
  const isNarrow = useMediaQuery(NARROWEST, false, { getInitialValueInEffect: false });
  const { search, later } = useOpenRideForm();
  const isWaiting = useOwnPlaces(isLoading);
  const places = <Places isPeek={isPeek} />;
  const placesFirst = isPeek || !isNarrow;
  return (
    <div className={classes.home}>
      <Strip />
      <WhereTo onSearch={search} onLater={later} />
      {placesFirst && places}
      {/* Hidden until the customer's places are loaded: the requests would move under a finger otherwise. */}
      <div className={classes.requests} data-waits={placesFirst && isWaiting}>
        <ConfirmNotice />
        <MyRides lowestOf={(ride) => lowestPrice(quotes, ride.id, ride.quote_count)} />
      </div>
      {!placesFirst && places}
    </div>
  );
}
