import { expect, test } from '@jest/globals';
import { quickTimes } from './quick-times';

/** The quick times at the given time on 22 November. */
const at = (hours: number, minutes: number, seconds = 0) =>
  quickTimes(new Date(2026, 10, 22, hours, minutes, seconds)).map(({ kind, time }) => `${kind} ${time}`);

test('quick times are in 45 minutes, at eight this evening and at half past six tomorrow', () => {
  expect(at(9, 0)).toEqual(['soon 2026-11-22T09:45', 'tonight 2026-11-22T20:00', 'tomorrow 2026-11-23T06:30']);
  // Seconds are rounded up, because the form has whole minutes.
  expect(at(9, 0, 1)[0]).toBe('soon 2026-11-22T09:46');
});

test('eight this evening is no quick time if it is at most 45 minutes away or has passed', () => {
  expect(at(19, 14)).toHaveLength(3);
  expect(at(19, 15)).toEqual(['soon 2026-11-22T20:00', 'tomorrow 2026-11-23T06:30']);
  expect(at(23, 30)).toEqual(['soon 2026-11-23T00:15', 'tomorrow 2026-11-23T06:30']);
});
