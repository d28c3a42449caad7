import type { Point } from '@boli/shared/core/fields';
import { readRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { useMemo } from 'react';
import { call } from '../../core/api';
import { wayPoints } from '../../core/road';
import { useRead } from '../../core/use-read';
import { useShapes } from './way-shapes';

/**
 * The way of a request on a map. Its line is read once. Until then, the line that the form showed when the request was
 * posted is used, if this page still has that line. Without a line the way is straight.
 */
export function useWay({ id, road, pickup_lat, pickup_lng, drop_lat, drop_lng }: RideRequest): Point[] {
  const hasLine = road?.source === 'roads';
  const { value } = useRead(`${id} ${hasLine}`, async (signal) =>
    hasLine ? call(readRide, { params: { id }, signal }) : null,
  );
  const posted = useShapes(({ byRide }) => byRide[id]);
  const shape = value ? value.shape : posted;
  return useMemo(
    () => wayPoints(shape, { lat: pickup_lat, lng: pickup_lng }, { lat: drop_lat, lng: drop_lng }),
    [shape, pickup_lat, pickup_lng, drop_lat, drop_lng],
  );
}
