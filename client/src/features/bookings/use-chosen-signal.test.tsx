import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { upsertBooking, useBookings } from './bookings.store';
import { useChosenSignal } from './use-chosen-signal';

const vibrate = jest.fn<(pattern: number | number[]) => boolean>(() => true);
const buzzes = () => vibrate.mock.calls.filter(([pattern]) => pattern !== 0).length;

beforeEach(() => {
  jest.useFakeTimers();
  vibrate.mockClear();
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: vibrate });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'vibrate');
  useBookings.setState({ byId: {} });
});

const chosen = () => act(() => upsertBooking(aBooking({ status: 'pending', version: 2 })));
const after = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test("a chosen driver's device vibrates until the booking is answered", () => {
  renderHook(useChosenSignal);
  expect(vibrate).not.toHaveBeenCalled();
  chosen();
  expect(vibrate).toHaveBeenLastCalledWith([400, 200, 400, 200, 400, 200, 400, 200, 400, 200]);
  after(3_000);
  expect(buzzes()).toBe(2);
  act(() => upsertBooking(aBooking({ status: 'accepted', version: 3 })));
  expect(vibrate).toHaveBeenLastCalledWith(0);
  after(10_000);
  expect(buzzes()).toBe(2);
});

test('the vibration ends after a minute without an answer', () => {
  renderHook(useChosenSignal);
  chosen();
  after(60_000);
  const minute = buzzes();
  expect(minute).toBe(20);
  after(60_000);
  expect(buzzes()).toBe(minute);
});

test('a booking that is answered already gives no signal', () => {
  renderHook(useChosenSignal);
  act(() => upsertBooking(aBooking({ status: 'accepted', version: 2 })));
  after(10_000);
  expect(vibrate).not.toHaveBeenCalled();
});

test('a device that cannot vibrate causes no error', () => {
  Reflect.deleteProperty(navigator, 'vibrate');
  renderHook(useChosenSignal);
  expect(chosen).not.toThrow();
});
