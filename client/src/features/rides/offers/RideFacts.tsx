import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { IconCalendarClock, IconMapPinQuestion } from '@tabler/icons-react';
import { kmText, rideText, toPickupText } from '../../../core/road';
import { t } from '../../../core/t';
import { formatPlanned } from '../../../core/time';
import { Fact } from '../../../ui/Fact';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import type { OpenRide } from '../open-rides.store';
import classes from './OpenRideCard.module.css';
import { usePickupWay } from './pickup-way';

/**
 * The minutes and the probable kilometres to the pickup. A scheduled ride has no minutes: the driver will come from
 * another place.
 */
function ToPickup({ ride, place }: { ride: OpenRide; place: Point | null }) {
  const way = usePickupWay(ride, place);
  if (way) {
    const minutes = toPickupText(way.minutes, way.source);
    if (way.km === null) return <strong>{minutes}</strong>;
    return (
      <span>
        <strong>{minutes}</strong>
        {` · ${kmText({ distance_km: way.km, source: way.source })}`}
      </span>
    );
  }
  if (!place) return null;
  const km = estimatedRoadKm(place, { lat: ride.pickup_lat, lng: ride.pickup_lng });
  return <strong>{t('bookings.way_to_pickup', { way: kmText({ distance_km: km, source: 'estimate' }) })}</strong>;
}

interface RideFactsProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place: Point | null;
  /**
   * The driver's usual price of this ride, divided by the kilometres of the ride; in rupees. Null if there is no such
   * price, or if the card shows the result in another line.
   */
  perKm: number | null;
}

/** The facts of a request, in one row if they fit: the way to the pickup, the ride, the price of a kilometre. */
export function RideFacts({ ride, place, perKm }: RideFactsProps) {
  return (
    <>
      <p className={classes.facts}>
        <ToPickup ride={ride} place={place} />
        <span>{rideText(ride)}</span>
        {perKm !== null && (
          <span className={classes.usual}>{t('quotes.per_km', { price: formatWholeMoney(Math.round(perKm)) })}</span>
        )}
      </p>
      {(ride.scheduled_time || ride.pickup_is_approximate) && (
        <div className={classes.notes}>
          {ride.scheduled_time && <Fact icon={IconCalendarClock}>{formatPlanned(ride.scheduled_time)}</Fact>}
          {ride.pickup_is_approximate && <Fact icon={IconMapPinQuestion}>{t('rides.approximate_short')}</Fact>}
        </div>
      )}
    </>
  );
}
