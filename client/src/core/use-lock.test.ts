import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { LOCK_MS, useLock } from './use-lock';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('a button is locked for 1.2 s after it appears and after each change of its meaning', () => {
  const { result, rerender } = renderHook(({ meaning }) => useLock(meaning), { initialProps: { meaning: 'start' } });
  expect(result.current).toBe(true);
  pass(LOCK_MS - 1);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
  rerender({ meaning: 'complete' });
  expect(result.current).toBe(true);
  pass(LOCK_MS);
  expect(result.current).toBe(false);
});

test('a button is locked again even if its meaning changes and changes back immediately', () => {
  const { result, rerender } = renderHook(({ meaning }) => useLock(meaning), { initialProps: { meaning: 'start' } });
  pass(LOCK_MS);
  rerender({ meaning: 'busy' });
  pass(100);
  rerender({ meaning: 'start' });
  expect(result.current).toBe(true);
  pass(LOCK_MS);
  expect(result.current).toBe(false);
});
