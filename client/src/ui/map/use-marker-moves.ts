import type { Point } from '@boli/shared/core/fields';
import { type Ref, useCallback, useImperativeHandle, useRef } from 'react';
import type { MapHandle, MarkerMove } from './marker';

/** Registers the move function of a marker; null unregisters it. */
type RegisterMove = (id: string, move: ((to: MarkerMove) => void) | null) => void;

/** Moves single markers through the map's handle, without a React render; `followTo` moves the camera along. */
export function useMarkerMoves(
  ref: Ref<MapHandle> | undefined,
  followTo: ((to: Point) => void) | null,
  places: Pick<MapHandle, 'middle' | 'pins'>,
): RegisterMove {
  const { middle, pins } = places;
  const moves = useRef(new Map<string, (to: MarkerMove) => void>());
  useImperativeHandle(
    ref,
    () => ({
      moveMarker: (id, to) => {
        moves.current.get(id)?.(to);
        followTo?.(to);
      },
      middle,
      pins,
    }),
    [followTo, middle, pins],
  );
  return useCallback((id, move) => {
    if (move) moves.current.set(id, move);
    else moves.current.delete(id);
  }, []);
}
