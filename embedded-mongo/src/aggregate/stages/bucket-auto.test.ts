import { describe, expect, test } from '@jest/globals';
import { Double } from 'bson';
import fc from 'fast-check';
import { decimal, long } from '../../testing/examples';
import { answers, plain, refusal } from '../../testing/pipelines';
import { toNumber } from '../../values/numbers';
import { type Document, typeName } from '../../values/types';
import { rounderOf } from './granularity';
import { SERIES } from './preferred-numbers';

const artwork: Document[] = [
  { _id: 1, title: 'The Pillars of Society', year: 1926, price: decimal('199.99'), height: 39, width: 21 },
  { _id: 2, title: 'Melancholy III', year: 1902, price: decimal('280.00'), height: 49, width: 32 },
  { _id: 3, title: 'Dancer', year: 1925, price: decimal('76.04'), height: 25, width: 20 },
  { _id: 4, title: 'The Great Wave off Kanagawa', price: decimal('167.30'), height: 24, width: 36 },
  { _id: 5, title: 'The Persistence of Memory', year: 1931, price: decimal('483.00'), height: 20, width: 24 },
  { _id: 6, title: 'Composition VII', year: 1913, price: decimal('385.00'), height: 30, width: 46 },
  { _id: 7, title: 'The Scream', price: decimal('159.00'), height: 24, width: 18 },
  { _id: 8, title: 'Blue Flower', year: 1918, price: decimal('118.42'), height: 24, width: 20 },
];
const hundred = Array.from({ length: 100 }, (_, index) => ({ _id: index }));

/** Buckets as `[min, max, count]`. */
function buckets(documents: Document[], argument: Document): unknown[] {
  const found = answers(documents, [{ $bucketAuto: argument }]);
  return found.map(({ _id, count }) => plain([...Object.values(_id as Document), count]) as unknown);
}

describe('the examples of the MongoDB manual', () => {
  test('put prices into four buckets', () => {
    const money = (text: string) => plain(decimal(text));
    expect(buckets(artwork, { groupBy: '$price', buckets: 4 })).toEqual([
      [money('76.04'), money('159.00'), 2],
      [money('159.00'), money('199.99'), 2],
      [money('199.99'), money('385.00'), 2],
      [money('385.00'), money('483.00'), 2],
    ]);
  });

  test('put years and areas into buckets, with a custom output', () => {
    const years = { groupBy: '$year', buckets: 3, output: { count: { $sum: 1 }, years: { $push: '$year' } } };
    expect(answers(artwork, [{ $bucketAuto: years }])).toEqual([
      { _id: { min: null, max: 1913 }, count: 3, years: [1902] },
      { _id: { min: 1913, max: 1926 }, count: 3, years: [1913, 1918, 1925] },
      { _id: { min: 1926, max: 1931 }, count: 2, years: [1926, 1931] },
    ]);
    const groupBy = { $multiply: ['$height', '$width'] };
    const areas = { groupBy, buckets: 4, output: { count: { $sum: 1 }, titles: { $push: '$title' } } };
    expect(answers(artwork, [{ $bucketAuto: areas }])).toEqual([
      {
        _id: { min: 432, max: 500 },
        count: 3,
        titles: ['The Scream', 'The Persistence of Memory', 'Blue Flower'],
      },
      { _id: { min: 500, max: 864 }, count: 2, titles: ['Dancer', 'The Pillars of Society'] },
      { _id: { min: 864, max: 1568 }, count: 2, titles: ['The Great Wave off Kanagawa', 'Composition VII'] },
      { _id: { min: 1568, max: 1568 }, count: 1, titles: ['Melancholy III'] },
    ]);
  });

  test.each<[string | undefined, number[][]]>([
    [
      undefined,
      [
        [0, 20, 20],
        [20, 40, 20],
        [40, 60, 20],
        [60, 80, 20],
        [80, 99, 20],
      ],
    ],
    [
      'R20',
      [
        [0, 20, 20],
        [20, 40, 20],
        [40, 63, 23],
        [63, 90, 27],
        [90, 100, 10],
      ],
    ],
    [
      'E24',
      [
        [0, 20, 20],
        [20, 43, 23],
        [43, 68, 25],
        [68, 91, 23],
        [91, 100, 9],
      ],
    ],
    [
      '1-2-5',
      [
        [0, 20, 20],
        [20, 50, 30],
        [50, 100, 50],
      ],
    ],
    [
      'POWERSOF2',
      [
        [0, 32, 32],
        [32, 64, 32],
        [64, 128, 36],
      ],
    ],
  ])('put numbers into buckets of the granularity %s', (granularity, expected) => {
    expect(buckets(hundred, { groupBy: '$_id', buckets: 5, ...(granularity && { granularity }) })).toEqual(expected);
  });
});

describe('$bucketAuto', () => {
  test('never splits equal values between buckets, and returns fewer buckets than requested for too few values', () => {
    const documents = [3, 1, 1, 2, 1, 3].map((n) => ({ n }));
    expect(buckets(documents, { groupBy: '$n', buckets: 3 })).toEqual([
      [1, 2, 3],
      [2, 3, 3],
    ]);
    expect(buckets([], { groupBy: '$n', buckets: 3 })).toEqual([]);
    expect(buckets([{ n: 'a' }, {}], { groupBy: '$n', buckets: 5 })).toEqual([
      [null, 'a', 1],
      ['a', 'a', 1],
    ]);
  });

  test('orders and groups strings by the collation', () => {
    const documents = ['b', 'A', 'a', 'B'].map((n) => ({ n }));
    const pipeline = [{ $bucketAuto: { groupBy: '$n', buckets: 4 } }];
    expect(answers(documents, pipeline, { locale: 'en', strength: 2 })).toEqual([
      { _id: { min: 'A', max: 'b' }, count: 2 },
      { _id: { min: 'b', max: 'B' }, count: 2 },
    ]);
  });

  test('ends a first bucket of zeros where the next bucket begins', () => {
    const documents = [0, 0, 3, 7].map((n) => ({ n }));
    expect(buckets(documents, { groupBy: '$n', buckets: 2, granularity: 'POWERSOF2' })).toEqual([
      [0, 2, 2],
      [2, 8, 2],
    ]);
  });
});

describe('preferred numbers', () => {
  const rounded = (name: string, value: Parameters<ReturnType<typeof rounderOf>['up']>[0]) => {
    const rounder = rounderOf(name);
    return plain([rounder.down(value), rounder.up(value)]);
  };

  test.each<[string, Parameters<ReturnType<typeof rounderOf>['up']>[0], unknown]>([
    ['R5', 16, [10, 25]],
    ['R5', 0.5, [0.4, 0.63]],
    ['E6', 0.8, [0.68, 1]],
    ['R80', 5e-324, [0, 1.02e-321]],
    ['R10', decimal('1.25'), [decimal('1.00'), decimal('1.60')]],
    ['POWERSOF2', 8, [4, 16]],
    ['POWERSOF2', 0.3, [0.25, 0.5]],
    ['POWERSOF2', decimal('5'), [decimal('4'), decimal('8')]],
    ['POWERSOF2', long('4611686018427387905'), [long('4611686018427387904'), 2 ** 63]],
  ])('of the series %s are the nearest below and above %s', (name, value, expected) => {
    const given = rounded(name, value) as unknown[];
    const wanted = plain(expected) as unknown[];
    for (const [index, each] of wanted.entries()) {
      if (typeof each === 'number') expect(given[index]).toBeCloseTo(each, 12);
      else expect(given[index]).toEqual(each);
    }
  });

  test('as bucket boundaries are doubles, except powers of two, which are ints or longs', () => {
    expect(rounderOf('R5').up(17)).toEqual(new Double(25));
    expect(rounderOf('R80').down(5e-324)).toEqual(new Double(0));
    expect(typeName(rounderOf('POWERSOF2').up(17))).toBe('int');
    expect(typeName(rounderOf('POWERSOF2').up(2 ** 40))).toBe('long');
  });

  test('below and above a number never equal it, and differ by a factor of at most 5', () => {
    const names = [...Object.keys(SERIES), 'POWERSOF2'];
    const value = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...names), value, (name, number) => {
        const rounder = rounderOf(name);
        const [down, up] = [toNumber(rounder.down(number)), toNumber(rounder.up(number))];
        expect(down).toBeLessThan(number);
        expect(up).toBeGreaterThan(number);
        // The largest factor is in the series 1-2-5: the numbers below and above 20 are 10 and 50.
        expect(up / down).toBeLessThan(5.1);
      }),
    );
  });
});

describe('an invalid $bucketAuto is refused with the error message of MongoDB', () => {
  const auto = (argument: unknown): Document[] => [{ $bucketAuto: argument }];
  const by = { groupBy: '$n', buckets: 2 };
  const need = "The $bucketAuto 'buckets' field must be";

  test.each<[unknown, number, string]>([
    [1, 40240, 'The argument to $bucketAuto must be an object, but found type: int'],
    [{ groupBy: '$n' }, 40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified"],
    [{ ...by, size: 1 }, 40245, 'Unrecognized option to $bucketAuto: size'],
    [{ ...by, buckets: 'x' }, 40241, `${need} a numeric value, but found type: string`],
    [{ ...by, buckets: 1.5 }, 40242, `${need} representable as a 32-bit integer, but found 1.5`],
    [{ ...by, buckets: 0 }, 40243, `${need} greater than 0, but found: 0`],
    [{ ...by, output: 1 }, 40244, "The $bucketAuto 'output' field must be an object, but found type: int"],
    [{ ...by, granularity: 5 }, 40261, "The $bucketAuto 'granularity' field must be a string, but found type: int"],
    [{ ...by, granularity: 'R6' }, 40257, "Unknown rounding granularity 'R6'"],
    [{ ...by, output: { a: { $nope: 1 } } }, 15952, "unknown group operator '$nope'"],
  ])('%j', (argument, code, message) => {
    expect(refusal(auto(argument))).toEqual([code, message]);
  });

  test.each([['n'], ['$'], [{ a: '$n' }], [5]])('with groupBy %j', (groupBy) => {
    expect(refusal(auto({ ...by, groupBy }))?.[0]).toBe(40239);
  });

  const only = "$bucketAuto can specify a 'granularity' with";
  test.each<[unknown, number, string]>([
    ['x', 40258, `${only} numeric boundaries only, but found a value with type: string`],
    [undefined, 40258, `${only} numeric boundaries only, but found a value with type: missing`],
    [Number.NaN, 40259, `${only} numeric boundaries only, but found a NaN`],
    [-1, 40260, `${only} non-negative numbers only, but found a negative number`],
  ])('with a granularity and the value %p', (n, code, message) => {
    expect(refusal(auto({ ...by, granularity: 'R5' }), [{ n }])).toEqual([code, message]);
  });
});

test('numbers of every type are put into buckets', () => {
  const documents = [long('9007199254740993'), decimal('0.5'), 1, 1.5].map((n) => ({ n }));
  const found = answers(documents, [{ $bucketAuto: { groupBy: '$n', buckets: 2 } }]);
  expect(found.map(({ _id }) => String((_id as Document).max))).toEqual(['1.5', '9007199254740993']);
});
