import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { measureLateness } from './lateness';
import { openReport } from './report';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Measures a simulation whose timer is once late by this time (ms). */
function measured(lateMs: number) {
  const report = openReport();
  let blocked = 0;
  const stop = measureLateness(report, () => Date.now() + blocked);
  jest.advanceTimersByTime(500);
  blocked = lateMs;
  jest.advanceTimersByTime(500);
  stop();
  return report.figures();
}

test('figures of a simulation that was late for too long are not valid', () => {
  const { milliseconds, errors } = measured(6_000);
  expect(milliseconds['simulation late by']).toMatchObject({ p50: 0, most: 6_000 });
  expect(errors).toEqual([
    'the simulation was late by up to 6 s: too many people for this machine, so no figure is valid',
  ]);
});

test('a short delay is reported, but is no error', () => {
  const { milliseconds, errors } = measured(400);
  expect(milliseconds['simulation late by']?.most).toBe(400);
  expect(errors).toEqual([]);
});
