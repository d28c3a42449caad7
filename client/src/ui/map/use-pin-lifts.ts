import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import type { MapMarker } from './marker';
import { pinLift } from './pin-lift';
import type { Shift } from './spread';

const noLifts: ReadonlyMap<string, Shift> = new Map();

const keyOf = (lifts: ReadonlyMap<string, Shift>) => [...lifts].join(';');

/**
 * The offsets of those pins whose letter a car would cover. Call `settle` when the scale of the map has changed; a car
 * that moves needs no call.
 */
export function usePinLifts(map: RefObject<MapRef | null>, markers: readonly MapMarker[]) {
  const [lifts, setLifts] = useState(noLifts);
  const latest = useRef(markers);
  useEffect(() => {
    latest.current = markers;
  });
  const settle = useCallback(() => {
    const held = map.current;
    if (!held) return;
    const drawnAt = ({ lat, lng }: MapMarker) => held.project([lng, lat]);
    const cars = latest.current.filter(({ kind }) => kind === 'driver').map(drawnAt);
    const pins = latest.current.filter(({ kind }) => kind === 'pickup' || kind === 'drop');
    const next = new Map(pins.map((pin) => [pin.id, pinLift(drawnAt(pin), cars)] as const).filter(([, [, dy]]) => dy));
    setLifts((before) => (keyOf(before) === keyOf(next) ? before : next));
  }, [map]);
  const places = markers
    .filter(({ kind }) => kind !== 'price' && kind !== 'me')
    .map(({ id, lat, lng }) => `${id}=${lat},${lng}`)
    .join(';');
  useEffect(() => {
    if (places !== '') settle();
  }, [places, settle]);
  return { lifts, settle };
}
