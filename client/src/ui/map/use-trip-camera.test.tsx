import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { TRIP_MAX_ZOOM, TRIP_REST_MS } from './trip-camera';
import { type TripMap, useTripCamera } from './use-trip-camera';

const FIRST_ZOOM = 13;
const trip = { car: { lat: 28.62, lng: 77.2 }, next: { lat: 28.63, lng: 77.21 } };
const easeTo = jest.fn<TripMap['easeTo']>();
/** A fake map at the highest zoom of a trip; it frames every box at the maximum zoom that it is given. */
const map: TripMap = {
  getContainer: () => ({ clientWidth: 390, clientHeight: 844 }),
  getZoom: () => TRIP_MAX_ZOOM,
  project: () => ({ x: 195, y: 200 }),
  cameraForBounds: (_box, { maxZoom }) => ({ center: [77.205, 28.625], zoom: maxZoom }),
  easeTo,
};
const zooms = () => easeTo.mock.calls.map(([{ zoom }]) => zoom);

beforeEach(() => {
  jest.useFakeTimers();
  easeTo.mockClear();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('after its size has changed, a map may zoom in up to the highest zoom of a trip, even if it opened at a lower zoom', () => {
  const { result } = renderHook(() => useTripCamera({ current: map }, { trip, zoom: FIRST_ZOOM }));
  act(() => result.current.open());
  act(() => jest.advanceTimersByTime(TRIP_REST_MS));
  expect(zooms().at(-1)).toBe(FIRST_ZOOM);
  easeTo.mockClear();
  act(() => result.current.refit());
  act(() => jest.advanceTimersByTime(2 * TRIP_REST_MS));
  expect(zooms()).toEqual([TRIP_MAX_ZOOM]);
});
