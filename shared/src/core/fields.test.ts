import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { distanceKm, samePoint, shownDistanceKm } from './distance';
import { Id, numberText, Phone, Price, severalLines, TimeInput, text } from './fields';

describe('input fields:', () => {
  test('times may have Z, an offset or no zone, no seconds, or seconds with up to nine decimals', () => {
    expect(TimeInput.parse('2026-11-22T01:00:00Z').toISOString()).toBe('2026-11-22T01:00:00.000Z');
    expect(TimeInput.parse('2026-11-22T06:30:00+05:30').toISOString()).toBe('2026-11-22T01:00:00.000Z');
    expect(TimeInput.parse('2026-11-22T01:00').toISOString()).toBe('2026-11-22T01:00:00.000Z');
    expect(TimeInput.parse('2026-11-22T01:00:00.123456789Z').toISOString()).toBe('2026-11-22T01:00:00.123Z');
  });

  test.each(['yesterday', '2026-13-45T00:00:00Z', '2026-02-30T00:00:00Z', '2026-11-22', '', 17, { $gt: '' }])(
    '%p is not a time',
    (value) => {
      expect(TimeInput.safeParse(value).success).toBe(false);
    },
  );

  test('29 February exists only in leap years', () => {
    expect(TimeInput.safeParse('2028-02-29T23:30:00-05:00').success).toBe(true);
    expect(TimeInput.safeParse('2027-02-29T23:30:00-05:00').success).toBe(false);
  });

  test.each([
    ['\u202Eihsa offers \u2066₹1', 'ihsa offers ₹1'],
    ['\u061C₹\u200E500\u200F \u202A\u202B\u202C\u202D\u2067\u2068\u2069', '₹500'],
    ['one\r\ntwo\u2028three\u0000', 'one two three'],
    ['  आशा 👩‍👩‍👧 می‌خواهم ', 'आशा 👩‍👩‍👧 می‌خواهم'],
  ])('the line of text %j is parsed to %j', (given, line) => {
    expect(text(100).parse(given)).toBe(line);
  });

  test('a text of several lines keeps its line breaks and loses bidirectional control characters', () => {
    expect(severalLines('good\u202E\r\ndriver\u0007\u200F\n')).toBe('good\ndriver \n');
    expect(severalLines('\u200E\n\u202E')).toBe('');
  });

  test.each(['', '  ', '\u0000', '\u200B\u200E', '\u202E', '\u3164', '\u115F\u2800', '\uFE0F'])(
    '%j is not a text',
    (given) => {
      expect(text(100).safeParse(given).success).toBe(false);
    },
  );

  test.each(['', ' ', '0x10', '1,5', 'NaN', 'Infinity', '1 2', '.', true, [5], ['']])('%j is not a number', (value) => {
    expect(numberText(z.number()).safeParse(value).success).toBe(false);
  });

  test.each(['5', ' -5.25 ', '+1e-7', '.5', '5.'])('%j is a number', (value) => {
    expect(numberText(z.number()).parse(value)).toBe(Number(value));
  });

  test.each([0.005, 5e-324, 10.000000001, -0.01, 1_000_000.01, Number.NaN])('%p is not a price', (price) => {
    expect(Price.safeParse(price).success).toBe(false);
  });

  test.each([0, 0.1, 0.29, 1.15, 240.55, 999_999.99, 1_000_000])('%p is a price', (price) => {
    expect(Price.safeParse(price).success).toBe(true);
  });

  test('ids are UUID v4 in lower case', () => {
    expect(Id.safeParse('6f1c1f9e-2b7a-4c3d-9e8f-0a1b2c3d4e5f').success).toBe(true);
    expect(Id.safeParse('6f1c1f9e-2b7a-1c3d-9e8f-0a1b2c3d4e5f').success).toBe(false);
    expect(Id.safeParse('507f1f77bcf86cd799439011').success).toBe(false);
  });

  test.each(['112', '+91 98765 43210', '(011) 2345-6789'])('%s is a phone number', (phone) => {
    expect(Phone.safeParse(phone).success).toBe(true);
  });

  test('a line break in a phone number becomes a space', () => {
    expect(Phone.parse('98765\n43210')).toBe('98765 43210');
  });

  test.each(['12', '1234567890123456', 'call me', '+', '12+34'])('%s is not a phone number', (phone) => {
    expect(Phone.safeParse(phone).success).toBe(false);
  });

  test('distances are great-circle kilometres, and points are the same if they agree to five decimals', () => {
    const delhi = { lat: 28.6139, lng: 77.209 };
    const agra = { lat: 27.1767, lng: 78.0081 };
    expect(distanceKm(delhi, agra)).toBeCloseTo(178.0, 0);
    expect(shownDistanceKm(delhi, delhi)).toBe(0);
    expect(samePoint(delhi, { lat: 28.613_900_4, lng: 77.209 })).toBe(true);
    expect(samePoint(delhi, { lat: 28.614, lng: 77.209 })).toBe(false);
  });
});
