import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import { NOTICE_PX } from './framing';
import type { MapMarker, Obstacles } from './marker';
import { bubbleText } from './marker-price';
import { type Area, type Shift, spread, spreadFirst } from './spread';
import { usePinLifts } from './use-pin-lifts';

/** The pixels that controls and notices cover at each edge of a map. */
const EDGE: Obstacles = { top: 60, right: 8, bottom: 12, left: 8 };
/** Zoom and locate buttons at the lower right of a map that nothing covers, in pixels. */
const BUTTONS = { width: 64, height: 136 } as const;
const PIN = { halfWidth: 20, height: 50 } as const;

const noShifts: ReadonlyMap<string, Shift> = new Map();

/**
 * Keeps the prices on a map apart, and the letters of the pins free of cars. Call `settle` when the scale of the map
 * has changed; a new price is placed without that call. A map that a sheet partly covers (`edge`) may have no room for
 * all prices: `shown` are its markers without the prices that do not fit (the last ones). Until the first call of
 * `settle`, `shown` are all markers.
 */
export function useSpread(map: RefObject<MapRef | null>, markers: readonly MapMarker[], edge: Obstacles = EDGE) {
  const [shifts, setShifts] = useState(noShifts);
  const { top, right, bottom, left } = edge;
  const isPlain = edge === EDGE;
  const latest = useRef(markers);
  useEffect(() => {
    latest.current = markers;
  });
  const settle = useCallback(() => {
    const prices = latest.current
      .filter((marker) => marker.kind === 'price')
      .sort((one, other) => Number(other.focused ?? false) - Number(one.focused ?? false));
    const [held, frame] = [map.current, map.current?.getContainer()];
    if (!held || !frame) return;
    const { clientWidth: width, clientHeight: height } = frame;
    const placeOf = ({ lat, lng }: MapMarker) => held.project([lng, lat]);
    const taken = latest.current
      .filter(({ kind }) => kind === 'pickup' || kind === 'drop')
      .map((marker): Area => {
        const { x, y } = placeOf(marker);
        return { left: x - PIN.halfWidth, right: x + PIN.halfWidth, top: y - PIN.height, bottom: y };
      });
    if (isPlain) {
      const low = height - NOTICE_PX;
      taken.push({ left: width - BUTTONS.width, right: width, top: low - BUTTONS.height, bottom: low });
    }
    setShifts((before) => {
      if (prices.length === 0) return noShifts;
      const place = isPlain ? spread : spreadFirst;
      return place(
        prices.map((marker) => {
          const { x, y } = placeOf(marker);
          return { id: marker.id, x, y, text: bubbleText(marker) };
        }),
        {
          taken,
          sight: { left: 0, top: 0, right: width, bottom: height },
          frame: { left, top, right: width - right, bottom: height - bottom - NOTICE_PX },
          held: before,
        },
      );
    });
  }, [map, isPlain, top, right, bottom, left]);

  const prices = markers
    .map((marker) => (marker.kind === 'price' ? `${marker.id}=${bubbleText(marker)}${marker.focused ? '!' : ''};` : ''))
    .join('');
  useEffect(() => {
    if (prices !== '') settle();
  }, [prices, settle]);
  const hasRoom = ({ id, kind }: MapMarker) => isPlain || kind !== 'price' || shifts === noShifts || shifts.has(id);
  const { lifts, settle: settlePins } = usePinLifts(map, markers);
  const settleAll = () => {
    settle();
    settlePins();
  };
  return { shifts: new Map([...shifts, ...lifts]), settle: settleAll, shown: markers.filter(hasRoom) };
}
