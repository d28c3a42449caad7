import type { ComponentType } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { prefersReducedMotion } from '../../core/motion';
import { MovingMarker } from './MovingMarker';
import type { MapMarker, MarkerMove } from './marker';
import { DriverPin, MePin, PointPin, PricePin } from './Pins';
import type { Shift } from './spread';

interface MapMarkersProps {
  markers: readonly MapMarker[];
  /**
   * The offsets (px) of price markers and pins from their places: no price covers another while there is room, and no
   * car covers the letter of a pin.
   */
  shifts: ReadonlyMap<string, Shift>;
  register: (id: string, move: ((to: MarkerMove) => void) | null) => void;
}

type Still = Exclude<MapMarker['kind'], 'driver'>;

const pins: Record<Still, { anchor: 'bottom' | 'center' | 'bottom-left'; Pin: ComponentType<{ marker: MapMarker }> }> =
  {
    pickup: { anchor: 'bottom', Pin: ({ marker }) => <PointPin marker={marker} kind="pickup" /> },
    drop: { anchor: 'bottom', Pin: ({ marker }) => <PointPin marker={marker} kind="drop" /> },
    me: { anchor: 'center', Pin: MePin },
    price: { anchor: 'bottom-left', Pin: PricePin },
  };

/**
 * The stacking order, the lowest first: own position, pickup and drop, cars (2, in `MovingMarker`), prices, the price in
 * focus.
 */
function layerOf({ kind, focused }: MapMarker): number {
  if (kind === 'price') return focused ? 4 : 3;
  return kind === 'me' ? 0 : 1;
}

/** All markers of the map. */
export function MapMarkers({ markers, shifts, register }: MapMarkersProps) {
  return markers.map((marker) => {
    if (marker.kind === 'driver')
      return (
        <MovingMarker
          key={marker.id}
          id={marker.id}
          at={{ lat: marker.lat, lng: marker.lng }}
          heading={marker.heading ?? null}
          isStill={prefersReducedMotion}
          register={register}
        >
          <DriverPin marker={marker} />
        </MovingMarker>
      );
    const { anchor, Pin } = pins[marker.kind];
    const [dx, dy] = shifts.get(marker.id) ?? [0, 0];
    return (
      <Marker
        key={marker.id}
        latitude={marker.lat}
        longitude={marker.lng}
        anchor={anchor}
        offset={[dx, dy]}
        style={{ zIndex: layerOf(marker) }}
      >
        <Pin marker={marker} />
      </Marker>
    );
  });
}
