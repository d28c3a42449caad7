import { describe, expect, test } from '@jest/globals';
import { Long, ObjectId, Timestamp } from 'bson';
import type { MongoError } from '../../../values/errors';
import { compileExpression } from '../../compile';

const at = (text: string) => new Date(text);
const MOMENT = at('2014-01-01T08:15:39.736Z');
const SATURDAY = at('2021-03-20T11:30:05Z');

function answer(expression: unknown): unknown {
  try {
    return compileExpression(expression)({ date: MOMENT, text: 'x' });
  } catch (error) {
    return (error as MongoError).code;
  }
}

describe('parts of dates', () => {
  test.each<[unknown, unknown]>([
    [{ $year: '$date' }, 2014],
    [{ $year: ['$date'] }, 2014],
    [{ $year: new ObjectId('507f1f77bcf86cd799439011') }, 2012],
    [{ $year: { date: at('1998-11-07T00:00:00Z'), timezone: '-0400' } }, 1998],
    [{ $week: '$date' }, 0],
    [{ $dayOfYear: '$date' }, 1],
    [{ $dayOfWeek: '$date' }, 4],
    [{ $isoWeekYear: at('2016-01-01') }, Long.fromNumber(2015)],
    [{ $isoWeek: at('2016-01-01') }, 53],
    [{ $isoDayOfWeek: at('1998-11-08') }, 7],
    [{ $dayOfMonth: { date: at('2011-08-14'), timezone: 'America/Chicago' } }, 13],
    [{ $minute: { date: at('1998-11-07'), timezone: 'Asia/Kolkata' } }, 30],
    [{ $year: '$missing' }, null],
    [{ $hour: { date: new Date(-8.64e15), timezone: 'Asia/Kolkata' } }, 5],
    [{ $tsSecond: new Timestamp({ t: 1622731060, i: 7 }) }, Long.fromNumber(1622731060)],
    [{ $tsIncrement: new Timestamp({ t: 1622731060, i: 7 }) }, Long.fromNumber(7)],
    [
      { $dateToParts: { date: at('2017-01-01T01:29:09.123Z'), iso8601: true } },
      { isoWeekYear: 2016, isoWeek: 52, isoDayOfWeek: 7, hour: 1, minute: 29, second: 9, millisecond: 123 },
    ],
    [{ $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 3, hour: 12 } }, at('2017-02-08T12:00:00Z')],
    [{ $dateFromParts: { year: 2017, month: 14, day: 1, hour: 12 } }, at('2018-02-01T12:00:00Z')],
    [{ $dateFromParts: { year: 2016, month: 12, day: 31, hour: 19, timezone: 'America/New_York' } }, at('2017-01-01')],
  ])('%j gives %j', (expression, expected) => expect(answer(expression)).toEqual(expected));
});

describe('formatting dates', () => {
  test.each<[unknown, unknown]>([
    [{ format: '%H:%M:%S:%L%z', timezone: 'America/New_York' }, '03:15:39:736-0500'],
    [{ format: '%Y-%U %j %u %w %V %G %Z %%', timezone: '+04:30' }, '2014-00 001 3 4 01 2014 270 %'],
    [{ format: '%d %b %B' }, '01 Jan January'],
    [{}, '2014-01-01T08:15:39.736Z'],
    [{ timezone: 'Asia/Kolkata' }, '2014-01-01T13:45:39.736'],
    [{ date: '$missing', onNull: 'none' }, 'none'],
    [{ format: '%n' }, 18536],
    [{ format: '%' }, 18535],
    [{ date: '$text' }, 16006],
    [{ timezone: 'Nowhere/Town' }, 40485],
    [{ nope: 1 }, 18534],
  ])('%j gives %j', (parts, expected) => {
    expect(answer({ $dateToString: { date: '$date', ...(parts as object) } })).toBe(expected);
  });
});

describe('parsing dates', () => {
  test.each<[unknown, unknown]>([
    [{ dateString: '2017-02-08T12:10:40.787' }, at('2017-02-08T12:10:40.787Z')],
    [{ dateString: '2017-02-08T12:10:40.787', timezone: 'America/New_York' }, at('2017-02-08T17:10:40.787Z')],
    [{ dateString: '2017-02-08T12:10:40+0530' }, at('2017-02-08T06:40:40Z')],
    [{ dateString: 'July 4th, 2017 10:20' }, at('2017-07-04T10:20:00Z')],
    [{ dateString: 'Tue, 4 Jul 2017 10:20 EST' }, at('2017-07-04T15:20:00Z')],
    [{ dateString: '06-15-2018', format: '%m-%d-%Y' }, at('2018-06-15')],
    [{ dateString: '2018-24-5', format: '%G-%V-%u' }, at('2018-06-15')],
    [{ dateString: '2018-166 +0100', format: '%Y-%j %z' }, at('2018-06-14T23:00:00Z')],
    [{ dateString: '20177-02-09', onError: 'bad' }, 'bad'],
    [{ dateString: '$missing', onNull: 'none' }, 'none'],
    [{ dateString: 'yesterday-ish' }, 241],
    [{ dateString: '2017-13-01' }, 241],
    [{ dateString: '2017-02', format: '%Y-%m' }, 241],
    [{ dateString: '2017-02-08Z', timezone: '+01' }, 241],
    [{ dateString: 5 }, 241],
  ])('%j gives %j', (parts, expected) => expect(answer({ $dateFromString: parts })).toEqual(expected));
});

describe('adding to, comparing and truncating dates', () => {
  const add = (startDate: string, unit: string, amount: unknown, timezone?: string) => ({
    $dateAdd: { startDate: at(startDate), unit, amount, ...(timezone && { timezone }) },
  });
  const difference = (from: string, to: string, unit: string, startOfWeek?: string) => ({
    $dateDiff: { startDate: at(from), endDate: at(to), unit, ...(startOfWeek && { startOfWeek }) },
  });
  test.each<[unknown, unknown]>([
    [add('2020-10-31T10:10:30Z', 'month', 1), at('2020-11-30T10:10:30Z')],
    [add('2020-11-30', 'quarter', 1), at('2021-02-28')],
    [add('2020-02-29', 'year', -1), at('2019-02-28')],
    [add('2021-10-30T10:10:30Z', 'day', 1, 'Europe/Paris'), at('2021-10-31T11:10:30Z')],
    [add('2021-10-30T10:10:30Z', 'hour', 24, 'Europe/Paris'), at('2021-10-31T10:10:30Z')],
    [add('2021-03-27T01:30:00Z', 'day', 1, 'Europe/Paris'), at('2021-03-28T01:30:00Z')],
    [add('2021-03-27', 'day', 1.5), 5166405],
    [add('2021-03-27', 'fortnight', 1), 9],
    [{ $dateSubtract: { startDate: at('2021-03-31'), unit: 'month', amount: 1 } }, at('2021-02-28')],
    [difference('2020-11-01T23:59:00Z', '2020-11-02T00:01:00Z', 'day'), Long.fromNumber(1)],
    [difference('2021-03-31', '2021-04-01', 'quarter'), Long.fromNumber(1)],
    [difference('2021-01-02', '2021-01-03', 'week'), Long.fromNumber(1)],
    [difference('2021-01-02', '2021-01-03', 'week', 'Monday'), Long.fromNumber(0)],
    [difference('2021-01-07T01:00:00Z', '2021-01-07T00:59:59Z', 'hour'), Long.fromNumber(-1)],
    [difference('2021-01-02', '2021-01-03', 'week', 'noday'), 5439016],
    [{ $dateDiff: { startDate: 1, endDate: at('2021-01-02'), unit: 'day' } }, 5166307],
    [{ $dateTrunc: { date: SATURDAY, unit: 'hour', binSize: 2 } }, at('2021-03-20T10:00:00Z')],
    [{ $dateTrunc: { date: SATURDAY, unit: 'week' } }, at('2021-03-14')],
    [{ $dateTrunc: { date: SATURDAY, unit: 'year', binSize: 10 } }, at('2020-01-01')],
    [{ $dateTrunc: { date: at('2021-03-20T20:30:05Z'), unit: 'day', timezone: '+0530' } }, at('2021-03-20T18:30:00Z')],
    [
      { $dateTrunc: { date: SATURDAY, unit: 'week', binSize: 2, timezone: 'America/Los_Angeles', startOfWeek: 'mon' } },
      at('2021-03-15T07:00:00Z'),
    ],
    [{ $dateTrunc: { date: SATURDAY, unit: 'day', binSize: 0 } }, 5439018],
  ])('%j gives %j', (expression, expected) => expect(answer(expression)).toEqual(expected));
});
