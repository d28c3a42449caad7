import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { forgetServerTime, recordServerDate, serverNow, useServerTime } from './server-time';

const NOW = Date.parse('2026-11-24T09:00:00.400Z');
const FIVE_MINUTES_MS = 5 * 60_000;
const header = (at: number) => new Date(at).toUTCString();

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  forgetServerTime();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('a device whose clock is right keeps its own time', () => {
  expect(serverNow()).toBe(NOW);
  recordServerDate(header(NOW), NOW - 120, NOW);
  expect(serverNow()).toBe(NOW);
});

test.each([FIVE_MINUTES_MS, -FIVE_MINUTES_MS])(
  'a device whose clock is off by %p ms shows the time of the server, to within a second and a half',
  (off) => {
    recordServerDate(header(NOW + off), NOW - 120, NOW);
    expect(Math.abs(serverNow() - (NOW + off))).toBeLessThan(1_500);
  },
);

test('every response narrows the bounds; one that contradicts them replaces them, because a clock was set', () => {
  const off = 90_000;
  for (const wait of [0, 300, 650, 900, 1_250]) {
    jest.setSystemTime(NOW + wait);
    recordServerDate(header(NOW + wait + off), NOW + wait - 20, NOW + wait);
  }
  expect(Math.abs(serverNow() - (Date.now() + off))).toBeLessThan(400);
  recordServerDate(header(Date.now()), Date.now() - 20, Date.now());
  expect(serverNow()).toBe(Date.now());
});

test('a response without a date, or with one that is no date, changes nothing', () => {
  recordServerDate(null, NOW, NOW);
  recordServerDate('soon', NOW, NOW);
  expect(serverNow()).toBe(NOW);
});

test('one timer serves all clocks of the page, and stops when the last clock is removed', () => {
  const started = jest.spyOn(globalThis, 'setInterval');
  const stopped = jest.spyOn(globalThis, 'clearInterval');
  const clocks = Array.from({ length: 20 }, () => renderHook(() => useServerTime((now) => Math.floor(now / 1_000))));
  expect(started).toHaveBeenCalledTimes(1);
  act(() => void jest.advanceTimersByTime(2_000));
  expect(clocks.map(({ result }) => result.current)).toEqual(Array(20).fill(Math.floor(NOW / 1_000) + 2));
  for (const { unmount } of clocks.slice(1)) unmount();
  expect(stopped).not.toHaveBeenCalled();
  clocks[0]?.unmount();
  expect(stopped).toHaveBeenCalledTimes(1);
});

test('a component renders again only when what it shows changes', () => {
  let renders = 0;
  renderHook(() => {
    renders += 1;
    return useServerTime((now) => now > NOW + 5_500);
  });
  act(() => void jest.advanceTimersByTime(5_000));
  expect(renders).toBe(1);
  act(() => void jest.advanceTimersByTime(1_000));
  expect(renders).toBe(2);
});
