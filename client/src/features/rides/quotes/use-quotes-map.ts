import { ZOOM_QUOTES } from '@boli/shared/core/constants';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useMemo } from 'react';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import type { MapMarker } from '../../../ui/map/marker';
import type { StageView } from '../../../ui/stage/stage-map';
import { useWay } from '../use-way';
import { priceMarkerPosition } from './offset';

interface QuotesMapInput {
  ride: RideRequest;
  quotes: readonly Quote[];
  focusedId: string | null;
  onPress: (id: string) => void;
  /** A pointer or the keyboard comes to a price. */
  onAim: (id: string) => void;
}

/** The map of a request: pickup, drop, the way between, and each price near the pickup. */
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
  const markers: MapMarker[] = [
    { id: 'pickup', kind: 'pickup', ...pickup, label: t('map.pickup') },
    { id: 'drop', kind: 'drop', ...drop, label: t('map.drop') },
    ...quotes.map(
      (quote): MapMarker => ({
        id: quote.id,
        kind: 'price',
        ...priceMarkerPosition(quote.id, pickup),
        price: quote.price,
        label: t('quotes.marker', { driver: quote.driver_name, price: formatMoney(quote.price) }),
        focused: quote.id === focusedId,
        onPress: () => onPress(quote.id),
        onAim: () => onAim(quote.id),
      }),
    ),
  ];
  return { center: pickup, zoom: ZOOM_QUOTES, markers, line, fit: true, label: t('quotes.map_label') };
}
