import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { DEFAULT_CENTER, ZOOM_NEAR } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { useMemo } from 'react';
import { useDevicePosition } from '../../../core/device-position';
import { wayPoints } from '../../../core/road';
import { t } from '../../../core/t';
import type { MapMarker } from '../../../ui/map/marker';
import type { StageView } from '../../../ui/stage/stage-map';
import { useWay } from '../arrival';
import { usePositionAge } from '../PositionAge';
import { usePosition } from '../positions';
import { useSharing } from '../sharing/use-location-sharing';
import { useProgress } from '../use-progress';
import type { Side } from '../words';

/**
 * The driver's position: the last one that this page has received, but on the driver's own device the position of the
 * device. Until the driver accepts the booking, only the driver's device knows the position.
 */
function useDriverPlace(bookingId: string, side: Side, isWaiting: boolean) {
  const position = usePosition(bookingId);
  const place = useDevicePosition((device) => device.place);
  const own = useSharing((sharing) => (sharing.bookingId === bookingId ? sharing.fix : null));
  if (isWaiting) return side === 'driver' && place ? { ...place, heading: null } : null;
  return side === 'driver' && own ? own : position;
}

const nowhere = {
  ...{ pickup_lat: DEFAULT_CENTER.lat, pickup_lng: DEFAULT_CENTER.lng },
  ...{ drop_lat: DEFAULT_CENTER.lat, drop_lng: DEFAULT_CENTER.lng },
};

/** Pickup and drop of a booking; the returned objects are replaced only when a coordinate changes. */
function useEnds(booking: Booking | undefined): { pickup: Point; drop: Point } {
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = booking ?? nowhere;
  return useMemo(
    () => ({ pickup: { lat: pickup_lat, lng: pickup_lng }, drop: { lat: drop_lat, lng: drop_lng } }),
    [pickup_lat, pickup_lng, drop_lat, drop_lng],
  );
}

/**
 * The line of the trip, as the part behind the driver and the part ahead. It follows the road if one is known and is
 * straight otherwise.
 */
function useTripLine(booking: Booking | undefined, car: Point | null, shape: string | null) {
  // After the ride the driver's last way is not used, because it begins at a position during the ride, not at the pickup.
  const leg = useWay(booking && isTracked(booking.status) ? booking : undefined);
  const { pickup, drop } = useEnds(booking);
  const way = leg ?? shape;
  const line = useMemo(() => wayPoints(way, pickup, drop), [way, pickup, drop]);
  // Before the pickup the driver has not driven any part of the ride's line.
  const isOnLine = leg !== null || booking?.status === 'in_progress';
  const parts = useProgress(line, isOnLine ? car : null, way !== null);
  // While the driver's road to the pickup is unknown, a straight line leads from the car to the pickup.
  return !isOnLine && car ? { behind: [], ahead: [car, pickup] } : parts;
}

interface TripMapInput {
  /** Undefined until the booking is read: until then the map shows the default place. */
  booking: Booking | undefined;
  side: Side;
  /** The line of the ride along the road, drawn until the driver's route is known; null if there is none. */
  shape: string | null;
  /** Whether a label on the map says the age of the position; if not, the age of an old one is shown below the car. */
  hasPill: boolean;
}

/**
 * The map of a booking in any status. It shows pickup, drop and line. In the status `pending` only the driver sees the
 * car; in `accepted` and `in_progress` both sides see it. The camera then keeps the car in view: before the ride
 * together with the pickup, during the ride together with the drop.
 */
export function useTripMap({ booking, side, shape, hasPill }: TripMapInput): Omit<StageView, 'obstacles'> {
  const status = booking?.status;
  const id = booking?.id ?? '';
  const hasCar = status !== undefined && isTracked(status);
  const position = useDriverPlace(id, side, status === 'pending');
  const car = hasCar ? position : null;
  const shownCar = hasCar || status === 'pending' ? position : null;
  const { words, stale } = usePositionAge(id);
  const { pickup, drop } = useEnds(booking);
  const { behind, ahead } = useTripLine(booking, car, shape);
  if (!booking) return { label: t('bookings.tracking_map'), center: DEFAULT_CENTER, zoom: ZOOM_NEAR, markers: [] };
  const markers: MapMarker[] = [
    { id: 'pickup', kind: 'pickup', label: t('map.pickup'), ...pickup },
    { id: 'drop', kind: 'drop', label: t('map.drop'), ...drop },
  ];
  if (shownCar) {
    const { lat, lng, heading } = shownCar;
    const age = stale && words ? { stale, ...(!hasPill && { caption: words }) } : {};
    markers.push({ id: 'driver', kind: 'driver', label: t('map.driver'), lat, lng, heading, ...age });
  }
  const shown = { label: t('bookings.tracking_map'), center: pickup, zoom: ZOOM_NEAR, markers, line: ahead, behind };
  const isWaiting = status === 'pending' && side === 'customer';
  if (status === 'completed') {
    const wasDriven = (booking.driven?.distance_km ?? 0) > 0;
    const way = wasDriven ? { line: [], behind: ahead } : {};
    return { ...shown, ...way, frame: [...ahead, pickup, drop], fit: true };
  }
  if (!hasCar && !isWaiting) return { ...shown, fit: true };
  const next = status === 'in_progress' ? drop : pickup;
  return { ...shown, trip: { car: car && { lat: car.lat, lng: car.lng }, next } };
}
