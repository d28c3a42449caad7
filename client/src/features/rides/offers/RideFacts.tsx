import { estimatedRoadKm, estimatedRoadSeconds, shownDistanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { IconCalendarClock, IconMapPinQuestion } from '@tabler/icons-react';
import { kmText, rideText, toPickupText } from '../../../core/road';
import { t } from '../../../core/t';
import { formatPlanned, useNow } from '../../../core/time';
import { Fact } from '../../../ui/Fact';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import type { OpenRide } from '../open-rides.store';
import classes from './OpenRideCard.module.css';

/** The time in milliseconds after which the minutes to the pickup are outdated for a moving driver. */
const MINUTES_HOLD_MS = 3 * 60_000;
const LOOK_MS = 10_000;

/** The minutes to the pickup that the server has computed, as text; null if they are not known or outdated. */
function knownMinutes({ to_pickup_min, to_pickup_source, minutesAt = 0 }: OpenRide, now: number): string | null {
  if (!to_pickup_min || !to_pickup_source || now - minutesAt > MINUTES_HOLD_MS) return null;
  return toPickupText(to_pickup_min, to_pickup_source);
}

/**
 * The minutes to the pickup, estimated if the server's are not known, and the probable kilometres. A scheduled ride
 * has only the straight-line distance: the driver will come from another place.
 */
function ToPickup({ ride, place }: { ride: OpenRide; place: Point | null }) {
  const known = knownMinutes(ride, useNow(LOOK_MS));
  if (!place) return known && <strong>{known}</strong>;
  const pickup = { lat: ride.pickup_lat, lng: ride.pickup_lng };
  if (ride.scheduled_time) return <strong>{t('rides.away', { km: shownDistanceKm(place, pickup).toFixed(1) })}</strong>;
  const km = estimatedRoadKm(place, pickup);
  return (
    <span>
      <strong>{known ?? toPickupText(estimatedRoadSeconds(km) / 60, 'estimate')}</strong>
      {` · ${kmText({ distance_km: km, source: 'estimate' })}`}
    </span>
  );
}

interface RideFactsProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place: Point | null;
  /** The driver's usual price for a kilometre of this ride, in rupees; null if it is not known. */
  perKm: number | null;
}

/** The facts of a request, in one row if they fit: the way to the pickup, the ride, the usual price per kilometre. */
export function RideFacts({ ride, place, perKm }: RideFactsProps) {
  return (
    <>
      <p className={classes.facts}>
        <ToPickup ride={ride} place={place} />
        <span>{rideText(ride)}</span>
        {perKm !== null && <span>{t('quotes.per_km', { price: formatWholeMoney(Math.round(perKm)) })}</span>}
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
