import { describe, expect, test } from '@jest/globals';
import { answers, plain, refusal } from '../../testing/pipelines';
import type { Document } from '../../values/types';

const fill = (documents: Document[], argument: Document) => plain(answers(documents, [{ $fill: argument }]));
const at = (hour: number) => new Date(Date.UTC(2021, 2, 8, hour));
const on = (day: number) => new Date(Date.UTC(2021, 2, day));

describe('the examples of the MongoDB manual', () => {
  test('fill missing values with a constant', () => {
    const days = [
      { date: on(2), boots: 10, sandals: 20, sneakers: 12 },
      { date: on(3), boots: 7, sneakers: 18 },
      { date: on(4), sneakers: 5 },
    ];
    const output = { boots: { value: 0 }, sandals: { value: 0 }, sneakers: { value: 0 } };
    expect(fill(days, { output })).toEqual(plain(days.map((day) => ({ boots: 0, sandals: 0, ...day }))));
  });

  test('fill by linear interpolation', () => {
    const given = [500, undefined, 515, undefined, undefined, 485];
    const stock = given.map((price, index) => ({ time: at(9 + index), ...(price && { price }) }));
    const found = fill(stock, { sortBy: { time: 1 }, output: { price: { method: 'linear' } } });
    expect(found).toEqual(
      plain([500, 507.5, 515, 505, 495, 485].map((price, index) => ({ time: at(9 + index), price }))),
    );
    const values = [0, null, null, null, 10].map((value, index) => ({ index, value }));
    expect(fill(values, { sortBy: { index: 1 }, output: { value: { method: 'linear' } } })).toEqual(
      [0, 2.5, 5, 7.5, 10].map((value, index) => ({ index, value })),
    );
  });

  test('fill with the last observation in each partition', () => {
    const reviews = [
      { date: on(8), restaurant: "Joe's Pizza", score: 90 },
      { date: on(8), restaurant: "Sally's Deli", score: 75 },
      { date: on(9), restaurant: "Joe's Pizza", score: 92 },
      { date: on(9), restaurant: "Sally's Deli" },
      { date: on(10), restaurant: "Joe's Pizza" },
      { date: on(10), restaurant: "Sally's Deli", score: 68 },
      { date: on(11), restaurant: "Joe's Pizza", score: 93 },
      { date: on(11), restaurant: "Sally's Deli" },
    ];
    const expected = [90, 92, 92, 93].map((score, index) => ({
      date: on(8 + index),
      restaurant: "Joe's Pizza",
      score,
    }));
    const others = [75, 75, 68, 68].map((score, index) => ({ date: on(8 + index), restaurant: "Sally's Deli", score }));
    const rest = { sortBy: { date: 1 }, output: { score: { method: 'locf' } } };
    for (const partition of [{ partitionBy: { restaurant: '$restaurant' } }, { partitionByFields: ['restaurant'] }]) {
      expect(fill(reviews, { ...partition, ...rest })).toEqual(plain([...expected, ...others]));
    }
  });
});

test('linear leaves null before the first and after the last known value, locf leaves null before the first; a constant and a method can be used in one stage', () => {
  const documents = [{ n: 1 }, { n: 2, a: 4 }, { n: 3 }, { n: 4, a: 8 }, { n: 5 }];
  const output = { a: { method: 'linear' }, b: { value: { $add: ['$n', 1] } } };
  expect(fill(documents, { sortBy: { n: 1 }, output })).toEqual(
    [null, 4, 6, 8, null].map((a, index) => ({ n: index + 1, a, b: index + 2 })),
  );
  expect(fill([{ a: null }], { output: { a: { method: 'locf' } } })).toEqual([{ a: null }]);
});

describe('$fill refuses', () => {
  const linear = { sortBy: { n: 1 }, output: { a: { method: 'linear' } } };

  test.each<[unknown, number]>([
    [1, 9],
    [{ sortBy: {} }, 40414],
    [{ output: {}, sortBy: 1 }, 14],
    [{ output: {} }, 6050203],
    [{ output: { a: 1 } }, 6050200],
    [{ output: { a: { method: 'locf', value: 1 } } }, 6050201],
    [{ output: { a: { method: 'nearest' } } }, 6050202],
    [{ output: { a: { method: 5 } } }, 14],
    [{ output: { a: { what: 5 } } }, 40415],
    [{ output: { a: { value: 1 } }, partitionBy: 5 }, 14],
    [{ output: { a: { value: 1 } }, partitionBy: '$k', partitionByFields: ['k'] }, 6050204],
    [{ output: { a: { method: 'locf' } }, partitionByFields: ['k.l'] }, 16412],
    [{ output: { a: { method: 'linear' } } }, 605001],
    [{ ...linear, sortBy: { n: 1, m: 1 } }, 605001],
  ])('%j', (argument, code) => {
    expect(refusal([{ $fill: argument }])?.[0]).toBe(code);
  });

  test.each<[string, Document[], number, string]>([
    [
      'repeated values of the sort field',
      [{ n: 1 }, { n: 1 }],
      6050106,
      'There can be no repeated values in the sort field',
    ],
    [
      'a text for linear interpolation',
      [{ n: 1, a: 'x' }],
      14,
      'Value to be filled must be numeric or nullish, but found string',
    ],
    [
      'a text as the sort field',
      [{ n: 'x' }],
      14,
      'Value of the sortBy field must be numeric or a date, but found string',
    ],
    [
      'numbers mixed with dates',
      [{ n: 1 }, { n: at(1) }],
      14,
      'Conflicting sort value types, previously received type int, but found date',
    ],
  ])('%s', (_what, documents, code, message) => {
    expect(refusal([{ $fill: linear }], documents)).toEqual([code, message]);
  });
});
