import { expect, test } from '@jest/globals';
import { isQuiet } from './push.policy';

/** 23:00 in India. */
const now = new Date('2026-03-01T17:30:00Z');
const device = (from: string, to: string, time_zone = 'Asia/Kolkata') => ({ quiet: { from, to }, time_zone });

test.each([
  ['within hours of one day', device('22:00', '23:30'), true],
  ['after hours of one day', device('20:00', '23:00'), false],
  ['within hours over midnight, in the evening', device('22:00', '07:00'), true],
  ['before hours over midnight', device('23:30', '07:00'), false],
  ['in another time zone, where it is 17:30', device('22:00', '07:00', 'Europe/London'), false],
  ['without quiet hours', { quiet: null, time_zone: 'Asia/Kolkata' }, false],
])('the quiet hours are recognised %s', (_when, of, quiet) => {
  expect(isQuiet(of, now)).toBe(quiet);
});
