import { expect, test } from '@jest/globals';
import { isQuiet } from './push.policy';

/** 23:00 in India. */
const now = new Date('2026-03-01T17:30:00Z');
const device = (from: string, to: string, time_zone = 'Asia/Kolkata') => ({ quiet: { from, to }, time_zone });

test.each([
  ['is quiet within quiet hours of one day', device('22:00', '23:30'), true],
  ['is not quiet after quiet hours of one day', device('20:00', '23:00'), false],
  ['is quiet in the evening of quiet hours over midnight', device('22:00', '07:00'), true],
  ['is not quiet before quiet hours over midnight', device('23:30', '07:00'), false],
  ['is not quiet in another time zone, in which it is 17:30', device('22:00', '07:00', 'Europe/London'), false],
  ['is not quiet without quiet hours', { quiet: null, time_zone: 'Asia/Kolkata' }, false],
])('a device %s', (_when, of, quiet) => {
  expect(isQuiet(of, now)).toBe(quiet);
});
