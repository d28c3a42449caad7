import { ZOOM_QUOTES } from '@boli/shared/core/constants';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useMemo } from 'react';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import type { MapMarker } from '../../../ui/map/marker';
import type { StageView } from '../../../ui/stage/stage-map';
import { ZOOM_STREET } from '../use-ride-view';
import { useWay } from '../use-way';
import { priceMarkerPosition, priceReach } from './offset';

interface QuotesMapInput {
  ride: RideRequest;
  quotes: readonly Quote[];
  focusedId: string | null;
  onPress: (id: string) => void;
  /** Called when the pointer or the focus reaches a price marker. */
  onAim: (id: string) => void;
}

/** The map of a request: pickup, drop, the way between them, and near the pickup a price marker for each quote. */
export function useQuotesMap({ ride, quotes, focusedId, onPress, onAim }: QuotesMapInput): StageView {
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = ride;
  const [pickup, drop] = useMemo(
    () => [
      { lat: pickup_lat, lng: pickup_lng },
      { lat: drop_lat, lng: drop_lng },
    ],
    [pickup_lat, pickup_lng, drop_lat, drop_lng],
  );
  const line = useWay(ride);
  const reach = priceReach(pickup, drop);
  const markers: MapMarker[] = [
    { id: 'pickup', kind: 'pickup', ...pickup, label: t('map.pickup') },
    { id: 'drop', kind: 'drop', ...drop, label: t('map.drop') },
    ...quotes.map(
      (quote): MapMarker => ({
        id: quote.id,
        kind: 'price',
        ...priceMarkerPosition(quote.id, pickup, reach),
        price: quote.price,
        label: t('quotes.marker', { driver: quote.driver_name, price: formatMoney(quote.price) }),
        focused: quote.id === focusedId,
        onPress: () => onPress(quote.id),
        onAim: () => onAim(quote.id),
      }),
    ),
  ];
  // The area of the price markers is framed before any exists: the map must not move under a finger when one appears.
  const room = [-1, 1].map((side) => ({ lat: pickup.lat + side * reach, lng: pickup.lng + side * reach }));
  const frame = [pickup, drop, ...line, ...room];
  const camera = { center: pickup, zoom: ZOOM_QUOTES, nearest: ZOOM_STREET, fit: true, frame };
  return { ...camera, markers, line, label: t('quotes.map_label') };
}
