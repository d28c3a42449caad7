import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { MAP_HEIGHT_PX, ZOOM_NEAR } from '@boli/shared/core/constants';
import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { wayPoints } from '../../core/road';
import { t } from '../../core/t';
import { LazyMap } from '../../ui/LazyMap';
import type { MapMarker } from '../../ui/map/marker';
import { ArrivalTime } from './ArrivalTime';
import { useWay } from './arrival';
import { usePositionAge } from './PositionAge';
import { usePosition } from './positions';
import classes from './TrackingMap.module.css';
import { useSharing } from './use-location-sharing';
import { useProgress } from './use-progress';
import type { Side } from './words';

/** The driver's position: this device's own if it is the driver's, else the last received one. */
function useDriverPlace(bookingId: string, side: Side) {
  const position = usePosition(bookingId);
  const own = useSharing((sharing) => (sharing.bookingId === bookingId ? sharing.fix : null));
  return side === 'driver' && own ? own : position;
}

interface TrackingMapProps {
  booking: Booking;
  side: Side;
  /** The line of the ride along the road, drawn until the driver's route is known; null where there is none. */
  shape?: string | null;
}

/**
 * A driver on the way: pickup, drop, and the driver's moving marker; the camera follows it until the user moves the
 * map. Above the map are the remaining minutes and the age of the position.
 */
export function TrackingMap({ booking, side, shape = null }: TrackingMapProps) {
  const place = useDriverPlace(booking.id, side);
  const { words, stale } = usePositionAge(booking.id);
  const leg = useWay(booking);
  const way = leg ?? shape;
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = booking;
  const pickup = { lat: pickup_lat, lng: pickup_lng };
  const drop = { lat: drop_lat, lng: drop_lng };
  const line = useMemo(
    () => wayPoints(way, { lat: pickup_lat, lng: pickup_lng }, { lat: drop_lat, lng: drop_lng }),
    [way, pickup_lat, pickup_lng, drop_lat, drop_lng],
  );
  // On its way to the pickup the driver has driven nothing of the ride's own line.
  const isOnLine = leg !== null || booking.status === 'in_progress';
  const { behind, ahead } = useProgress(line, isOnLine ? place : null, way !== null);
  const markers: MapMarker[] = [
    { id: 'pickup', kind: 'pickup', label: t('map.pickup'), ...pickup },
    { id: 'drop', kind: 'drop', label: t('map.drop'), ...drop },
  ];
  if (place) {
    const { lat, lng, heading } = place;
    const age = stale && words ? { stale, caption: words } : {};
    markers.push({ id: 'driver', kind: 'driver', label: t('map.driver'), lat, lng, heading, ...age });
  }
  return (
    <Box mx="-lg" pos="relative">
      <LazyMap
        label={t('bookings.tracking_map')}
        center={pickup}
        zoom={ZOOM_NEAR}
        height={MAP_HEIGHT_PX}
        markers={markers}
        line={ahead}
        behind={behind}
        follow={place ? { lat: place.lat, lng: place.lng } : null}
      />
      <span className={`boli-pill ${classes.age}`}>
        <span className={`${classes.dot} ${stale || !words ? classes.old : ''}`} />
        {words ?? t('bookings.no_position')}
      </span>
      <ArrivalTime booking={booking} side={side} className={`boli-pill ${classes.arrival}`} />
    </Box>
  );
}
