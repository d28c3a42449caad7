import { useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../core/t';
import { useDriver } from '../features/drivers/drivers.store';
import { AvailableRides } from '../features/rides/offers/AvailableRides';
import { DistanceFilter } from '../features/rides/offers/DistanceFilter';
import { OffersMap } from '../features/rides/offers/OffersMap';
import { useOpenRides } from '../features/rides/open-rides.store';
import type { Offers } from './use-offers';

interface DriverOffersProps {
  offers: Offers;
  /** Where the map of the requests is shown; null if there is no room for it. */
  mapPlace?: HTMLElement | null;
}

/** Available Rides: a list of the open requests with the driver's own quotes, and the same requests on a map. */
export function DriverOffers({ offers, mapPlace = null }: DriverOffersProps) {
  const { radius, choose, list } = offers;
  const { rides, place } = list;
  const refusal = useOpenRides((open) => open.refusal);
  // The server refuses a rejected driver's quotes, and the list when it is next read. The profile shows the rejection
  // earlier.
  const isRejected = useDriver(({ profile }) => profile?.verification_status === 'rejected');
  const usualPerKm = useDriver(({ earnings }) => earnings?.usual_price_per_km);
  const vehicleClass = useDriver(({ profile }) => profile?.vehicle_class ?? null);
  const [focusedId, setFocused] = useState<string | null>(null);
  return (
    <>
      <AvailableRides
        {...list}
        refusal={isRejected ? (refusal ?? t('drivers.rejected_plain')) : refusal}
        isReasonShown={isRejected}
        usualPerKm={usualPerKm}
        vehicleClass={vehicleClass}
        filter={<DistanceFilter radius={radius} choose={choose} />}
        limit={radius === null ? null : { km: radius, remove: () => void choose(null) }}
        focusedId={mapPlace && focusedId}
        onFocus={setFocused}
      />
      {mapPlace &&
        createPortal(
          <OffersMap
            rides={rides}
            place={place}
            usual={{ perKm: usualPerKm ?? null, vehicleClass }}
            focusedId={focusedId}
            onFocus={setFocused}
          />,
          mapPlace,
        )}
    </>
  );
}
