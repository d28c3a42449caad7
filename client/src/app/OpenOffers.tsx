import { useAddress } from '../core/address-bar';
import { useDriver } from '../features/drivers/drivers.store';
import { CounterPrompts } from '../features/rides/offers/CounterPrompts';
import { useNewRequests } from '../features/rides/offers/use-new-requests';
import { lazyPart } from './lazy-part';
import { useOffers } from './use-offers';

/** The list in the first view of a driver. */
export const DriverOffers = lazyPart(async () => (await import('./DriverOffers')).DriverOffers);

interface OpenOffersProps {
  /** Whether the list is shown. New requests are announced on the other tabs, too. */
  isShown: boolean;
  /** Where the map of the requests is shown; null if there is no room for it. */
  mapPlace: HTMLElement | null;
}

/**
 * The open requests, kept in sync on every tab, with a signal and a text for screen readers for each new one, and the
 * counter-offers on the driver's own quotes.
 */
export function OpenOffers({ isShown, mapPlace }: OpenOffersProps) {
  const offers = useOffers();
  const { circle, list } = offers;
  const { params } = useAddress();
  const isCovered = ['dialog', 'ride', 'booking'].some((name) => params.has(name));
  const isOnline = useDriver(({ profile }) => profile?.is_available ?? false);
  const news = useNewRequests({ rides: list.rides, state: list.state, circle, isOnline });
  return (
    <>
      <span role="status" className="visually-hidden">
        {news}
      </span>
      <CounterPrompts isCovered={isCovered} onQuote={list.onQuote} />
      {isShown && <DriverOffers offers={offers} mapPlace={mapPlace} />}
    </>
  );
}
