import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { measureEventLoopLag } from './event-loop-lag';
import { openReport } from './report';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Measures a simulation whose event loop lags once by this time (ms). */
function measured(lagMs: number) {
  const report = openReport();
  let blocked = 0;
  const stop = measureEventLoopLag(report, () => Date.now() + blocked);
  jest.advanceTimersByTime(500);
  blocked = lagMs;
  jest.advanceTimersByTime(500);
  stop();
  return report.figures();
}

test('figures of a simulation with a long event-loop lag are not valid', () => {
  const { milliseconds, errors } = measured(6_000);
  expect(milliseconds['event-loop lag of the simulation']).toMatchObject({ p50: 0, most: 6_000 });
  expect(errors).toEqual([
    'the simulation lagged by up to 6 s: too many people for this machine, so no figure is valid',
  ]);
});

test('a short lag is reported, but is no error', () => {
  const { milliseconds, errors } = measured(400);
  expect(milliseconds['event-loop lag of the simulation']?.most).toBe(400);
  expect(errors).toEqual([]);
});
