import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { setPreferences } from '../../../core/preferences';
import type { SyncState } from '../../../core/sync';
import { aRide } from '../../../testing/ride.builder';
import { useNewRequests } from './use-new-requests';

const vibrate = jest.fn(() => true);

beforeEach(() => {
  vibrate.mockClear();
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate });
  setPreferences({ requestVibration: true });
});
afterEach(() => {
  cleanup();
  setPreferences({ requestVibration: false });
  Reflect.deleteProperty(navigator, 'vibrate');
});

/** A request that was posted in this minute; its pickup is named after the minute. */
const at = (minute: number) => {
  const name = String(minute).padStart(2, '0');
  return aRide({ id: name, pickup_location: `Place ${name}`, created_at: `2026-11-21T05:${name}:00.000Z` });
};
const listed = (minutes: number[], over: { state?: SyncState; circle?: string; isOnline?: boolean } = {}) => ({
  rides: minutes.map(at),
  state: 'ready' as SyncState,
  circle: 'all',
  isOnline: true,
  ...over,
});
const watch = (first: Parameters<typeof useNewRequests>[0]) => renderHook(useNewRequests, { initialProps: first });

test('requests of the first list are not announced; later ones are', () => {
  const { result, rerender } = watch(listed([], { state: 'loading' }));
  rerender(listed([10]));
  expect(result.current).toBe('');
  rerender(listed([11, 10]));
  expect(result.current).toBe('New request: Place 11 to Hauz Khas Village');
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test('several requests that arrive together, as after a lost connection, are announced once, with their number', () => {
  const { result, rerender } = watch(listed([10]));
  rerender(listed([12, 11, 10]));
  expect(result.current).toBe('2 new requests');
  expect(vibrate).toHaveBeenCalledTimes(1);
});

test.each([
  ['older requests that Show more loads', listed([10, 9])],
  ['requests of a wider circle', listed([12, 10], { circle: 'within 25 km' })],
  ['requests that are closed', listed([])],
])('%s are not announced', (_what, next) => {
  const { result, rerender } = watch(listed([10]));
  rerender(next);
  expect(result.current).toBe('');
  expect(vibrate).not.toHaveBeenCalled();
});

test('a request that is open again is announced', () => {
  const { result, rerender } = watch(listed([11, 10]));
  rerender(listed([10]));
  rerender(listed([11, 10]));
  expect(result.current).toContain('Place 11');
});

test('the device does not vibrate for a driver who is offline or has switched vibration off; the text is shown nevertheless', () => {
  const { result, rerender } = watch(listed([10], { isOnline: false }));
  rerender(listed([11, 10], { isOnline: false }));
  setPreferences({ requestVibration: false });
  rerender(listed([12, 11, 10]));
  expect(result.current).toContain('Place 12');
  expect(vibrate).not.toHaveBeenCalled();
});
