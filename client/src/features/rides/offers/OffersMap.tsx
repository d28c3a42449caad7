import { DEFAULT_CENTER, ZOOM_NEAR } from '@boli/shared/core/constants';
import { estimatedRoadKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useMemo, useState } from 'react';
import { prefersReducedMotion } from '../../../core/motion';
import { kmText } from '../../../core/road';
import { t } from '../../../core/t';
import { LazyMap } from '../../../ui/LazyMap';
import type { MapMarker } from '../../../ui/map/marker';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import { meMarker } from '../../../ui/map/me-marker';
import { useShapes, wayOf } from '../way-shapes';
import { cardId } from './card-id';
import { type DriverUsual, priceChips } from './price-chips';

/** The map shows at most this many requests, the newest; the list shows all. */
const MOST = 40;

interface OffersMapProps {
  /** Newest first. */
  rides: readonly RideRequest[];
  /** The driver's position, if known. */
  place: Point | null;
  usual: DriverUsual;
  focusedId: string | null;
  onFocus: (id: string) => void;
}

const pickupOf = ({ pickup_lat, pickup_lng }: RideRequest): Point => ({ lat: pickup_lat, lng: pickup_lng });

/** The text of a request's bubble: the usual price, else the distance to the pickup, else the length of the ride. */
function bubbleOf(ride: RideRequest, place: Point | null, driver: DriverUsual): string {
  const usual = priceChips(ride, driver).find(({ isUsual }) => isUsual);
  if (usual) return formatWholeMoney(usual.price);
  if (place) return kmText({ distance_km: estimatedRoadKm(place, pickupOf(ride)), source: 'estimate' });
  return kmText(ride.road ?? { distance_km: ride.distance_km, source: 'roads' });
}

/** Scrolls to the card of a request whose bubble was pressed, and focuses it. */
function goToCard(rideId: string): void {
  const card = document.getElementById(cardId(rideId));
  card?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  card?.focus({ preventScroll: true });
}

/**
 * The points that the camera frames: the way of the focused request, else the ways of all requests in the first list
 * that was not empty. A request that opens or closes later does not move the map.
 */
function useFrame(rides: readonly RideRequest[], focused: readonly Point[] | null): readonly Point[] | null {
  const [all, setAll] = useState<readonly Point[] | null>(null);
  if (all === null && rides.length > 0) setAll(rides.flatMap((ride) => wayOf(ride, null)));
  return focused ?? all;
}

/** A map with the pickups of the open requests as buttons, the way of the focused request, and faintly the other ways. */
export function OffersMap({ rides, place, usual, focusedId, onFocus }: OffersMapProps) {
  const shapes = useShapes(({ byRide }) => byRide);
  const shown = rides.slice(0, MOST);
  const focused = rides.find(({ id }) => id === focusedId);
  const line = useMemo(() => (focused ? wayOf(focused, shapes[focused.id]) : null), [focused, shapes]);
  const frame = useFrame(shown, line);
  const markers: MapMarker[] = [
    ...(place ? [meMarker(place)] : []),
    ...(focused
      ? [{ id: 'drop', kind: 'drop' as const, lat: focused.drop_lat, lng: focused.drop_lng, label: t('map.drop') }]
      : []),
    ...shown.map((ride): MapMarker => {
      const text = bubbleOf(ride, place, usual);
      return {
        id: ride.id,
        kind: 'price',
        ...pickupOf(ride),
        text,
        label: t('rides.request_marker', { customer: ride.customer_name, text }),
        focused: ride.id === focusedId,
        onPress: () => {
          onFocus(ride.id);
          goToCard(ride.id);
        },
      };
    }),
  ];
  const faint = shown.filter(({ id }) => id !== focusedId).map((ride) => wayOf(ride, shapes[ride.id]));
  return (
    <LazyMap
      center={place ?? (shown[0] ? pickupOf(shown[0]) : DEFAULT_CENTER)}
      zoom={ZOOM_NEAR}
      markers={markers}
      {...(line && { line })}
      faint={faint}
      {...(frame && { fit: true, frame })}
      height="fill"
      label={t('rides.open_map')}
    />
  );
}
