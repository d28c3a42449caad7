import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import type { Box } from './framing';
import type { MapViewProps } from './marker';
import { type CameraMap, useCamera } from './use-camera';

const fitBounds = jest.fn<CameraMap['fitBounds']>();
const map: CameraMap = { getContainer: () => ({ clientHeight: 688 }), fitBounds, easeTo: () => undefined };
const pickup = { lat: 28.6, lng: 77.2 };
/** A view that frames the pickup and a drop `lng` degrees east of it. */
const viewOf = (subject: string, lng: number): MapViewProps => ({
  ...{ subject, center: pickup, zoom: 13, fit: true, label: 'Map', markers: [] },
  frame: [pickup, { lat: pickup.lat, lng: pickup.lng + lng }],
});
const framed = (): Box | undefined => fitBounds.mock.lastCall?.[0];
const east = (lng: number): Box => [
  [pickup.lng, pickup.lat],
  [pickup.lng + lng, pickup.lat],
];

beforeEach(() => {
  fitBounds.mockClear();
});
afterEach(cleanup);

test('a map that loads after its view has changed frames the present view', () => {
  const held: { current: CameraMap | null } = { current: null };
  const { result, rerender } = renderHook((view: MapViewProps) => useCamera(held, view), {
    initialProps: viewOf('home', 0.01),
  });
  rerender(viewOf('ride', 0.09));
  held.current = map;
  expect(framed()).toBeUndefined();
  result.current.open();
  expect(framed()).toEqual(east(0.09));
});

test('a map whose size changes frames its view again, until the user has moved it', () => {
  const { result, rerender } = renderHook((view: MapViewProps) => useCamera({ current: map }, view), {
    initialProps: viewOf('ride', 0.09),
  });
  result.current.refit();
  expect(framed()).toEqual(east(0.09));
  fitBounds.mockClear();
  result.current.release();
  result.current.refit();
  expect(framed()).toBeUndefined();
  rerender(viewOf('other ride', 0.05));
  result.current.refit();
  expect(framed()).toEqual(east(0.05));
});
