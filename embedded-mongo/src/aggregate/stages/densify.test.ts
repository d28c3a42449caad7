import { describe, expect, test } from '@jest/globals';
import { decimal } from '../../testing/examples';
import { answers, plain, refusal } from '../../testing/pipelines';
import type { Document } from '../../values/types';

const day = (text: string) => new Date(text);
const coffee: Document[] = [
  { altitude: 600, variety: 'Arabica Typica', score: 68.3 },
  { altitude: 750, variety: 'Arabica Typica', score: 69.5 },
  { altitude: 950, variety: 'Arabica Typica', score: 70.5 },
  { altitude: 1250, variety: 'Gesha', score: 88.15 },
  { altitude: 1700, variety: 'Gesha', score: 95.5, price: 1029 },
];

/** The resulting values; generated ones are marked with a star. */
function values(documents: Document[], densify: Document, field = 'n'): string[] {
  const marked = documents.map((document) => ({ ...document, given: true }));
  const shown = answers(marked, [{ $densify: { field, ...densify } }]).map((document) => {
    const value = plain(document[field] ?? null);
    const text = typeof value === 'string' ? value.slice(0, 10) : JSON.stringify(value ?? null);
    return document.given ? text : `${text}*`;
  });
  return shown;
}

const numbers = (...list: number[]) => list.map((n) => ({ n }));

describe('the examples of the MongoDB manual', () => {
  const stage = (bounds: string) => [
    { $densify: { field: 'altitude', partitionByFields: ['variety'], range: { bounds, step: 200 } } },
  ];
  const made = (variety: string, ...altitudes: number[]) => altitudes.map((altitude) => ({ variety, altitude }));

  test('fill the full range of values in each partition', () => {
    expect(answers(coffee, stage('full'))).toEqual([
      ...coffee.slice(0, 2),
      ...made('Arabica Typica', 800),
      coffee[2],
      ...made('Gesha', 600, 800, 1000, 1200),
      coffee[3],
      ...made('Gesha', 1400, 1600),
      coffee[4],
      ...made('Arabica Typica', 1000, 1200, 1400, 1600),
    ]);
  });

  test('fill the values within each partition', () => {
    expect(answers(coffee, stage('partition'))).toEqual([
      ...coffee.slice(0, 2),
      ...made('Arabica Typica', 800),
      ...coffee.slice(2, 4),
      ...made('Gesha', 1450, 1650),
      coffee[4],
    ]);
  });

  test('fill the hours between two dates', () => {
    const hours = (...list: number[]) => list.map((hour) => ({ timestamp: new Date(Date.UTC(2021, 4, 18, hour)) }));
    const weather = hours(0, 4, 8, 12).map((document, index) => ({ ...document, temp: 12 - (index % 2) }));
    const bounds = [day('2021-05-18T00:00:00Z'), day('2021-05-18T08:00:00Z')];
    const densify = { field: 'timestamp', range: { step: 1, unit: 'hour', bounds } };
    expect(answers(weather, [{ $densify: densify }])).toEqual([
      weather[0],
      ...hours(1, 2, 3),
      weather[1],
      ...hours(5, 6, 7),
      ...weather.slice(2),
    ]);
  });
});

describe('$densify', () => {
  test('counts steps from the least value, and keeps values between the steps', () => {
    const range = { step: 2, bounds: 'full' };
    expect(values(numbers(0, 3, 4, 9), { range })).toEqual(['0', '2*', '3', '4', '6*', '8*', '9']);
    expect(values([{}, ...numbers(5, 1), { n: null }], { range })).toEqual(['null', 'null', '1', '3*', '5']);
    expect(values([], { range })).toEqual([]);
    const tenths = [{ n: decimal('0.1') }, { n: decimal('0.3') }];
    expect(answers(tenths, [{ $densify: { field: 'n', range: { step: decimal('0.1'), bounds: 'full' } } }])).toEqual([
      { n: decimal('0.1') },
      { n: decimal('0.2') },
      { n: decimal('0.3') },
    ]);
  });

  test('fills from the lower bound to below the upper bound, also if all values lie outside; without partitions, also if there are no documents', () => {
    const range = { step: 3, bounds: [10, 18] };
    expect(values(numbers(9, 11, 16, 30), { range })).toEqual(['9', '10*', '11', '13*', '16', '30']);
    expect(values([], { range })).toEqual(['10*', '13*', '16*']);
    expect(values(numbers(1), { range })).toEqual(['1', '10*', '13*', '16*']);
    expect(values([], { range, partitionByFields: ['k'] })).toEqual([]);
  });

  test('fills from a lower to an upper bound in each partition', () => {
    const documents = [
      { n: 0, k: 0 },
      { n: 5, k: 1 },
      { n: 10, k: 2 },
    ];
    const densify = { field: 'n', range: { step: 2, bounds: [4, 8] }, partitionByFields: ['k'] };
    const found = answers(documents, [{ $densify: densify }, { $sort: { k: 1, n: 1 } }]);
    expect(found.map(({ k, n }) => [k, n])).toEqual([
      [0, 0],
      [0, 4],
      [0, 6],
      [1, 4],
      [1, 5],
      [1, 6],
      [2, 4],
      [2, 6],
      [2, 10],
    ]);
  });

  test('adds calendar months to the previous value: a day that a month lacks becomes the last day of the month, from which the next step starts', () => {
    const dates = (...list: string[]) => list.map((n) => ({ n: day(n) }));
    const range = { step: 1, unit: 'month', bounds: 'full' };
    expect(values(dates('2024-01-31', '2024-04-01'), { range })).toEqual([
      '2024-01-31',
      '2024-02-29*',
      '2024-03-29*',
      '2024-04-01',
    ]);
    const years = { step: 2, unit: 'year', bounds: [day('2020-02-29'), day('2024-03-01')] };
    expect(values([], { range: years })).toEqual(['2020-02-29*', '2022-02-28*', '2024-02-28*']);
    const quarters = { step: 1, unit: 'quarter', bounds: 'full' };
    expect(values(dates('2023-11-30', '2024-06-01'), { range: quarters })).toEqual([
      '2023-11-30',
      '2024-02-29*',
      '2024-05-29*',
      '2024-06-01',
    ]);
  });

  test('fills a field of embedded documents; a generated document has the fields of its partition', () => {
    const documents = [{ a: { n: 1, k: 'x' } }, { a: { n: 3, k: 'x' } }];
    const densify = { field: 'a.n', partitionByFields: ['a.k'], range: { step: 1, bounds: 'partition' } };
    expect(answers(documents, [{ $densify: densify }])).toEqual([documents[0], { a: { k: 'x', n: 2 } }, documents[1]]);
  });
});

describe('$densify refuses', () => {
  const range = (more: Document): Document => ({ field: 'n', range: { step: 1, bounds: 'full', ...more } });
  const at = day('2024-01-01');

  test.each<[unknown, number]>([
    [5, 9],
    [{}, 40414],
    [{ ...range({}), colour: 1 }, 40415],
    [{ ...range({}), field: 5 }, 14],
    [{ ...range({}), field: '$n' }, 16410],
    [{ ...range({}), field: '' }, 40352],
    [{ ...range({}), partitionByFields: 'k' }, 14],
    [{ ...range({}), partitionByFields: [1] }, 14],
    [{ ...range({}), partitionByFields: ['$k'] }, 16410],
    [{ ...range({}), partitionByFields: ['n'] }, 8993000],
    [{ ...range({}), field: 'a.n', partitionByFields: ['k', 'a'] }, 8993000],
    [{ field: 'n', range: { bounds: 'full' } }, 40414],
    [range({ step: 'x' }), 14],
    [range({ step: 0 }), 5733401],
    [range({ step: 1.5, unit: 'day' }), 6586400],
    [range({ unit: 'fortnight' }), 9],
    [range({ bounds: 'partition' }), 5733408],
    [range({ bounds: 'most' }), 5946802],
    [range({ bounds: 5 }), 5733404],
    [range({ bounds: [1] }), 5733403],
    [range({ bounds: [2, 1] }), 5733402],
    [range({ bounds: [1, 2], unit: 'day' }), 5733409],
    [range({ bounds: [1, 'x'] }), 5733406],
    [range({ bounds: [1, 2.5] }), 5876900],
    [range({ bounds: ['a', 'b'] }), 5946800],
    [range({ bounds: [at, at] }), 5733410],
    [range({ bounds: [at, true], unit: 'day' }), 5733402],
  ])('%j', (argument, code) => {
    expect(refusal([{ $densify: argument }])?.[0]).toBe(code);
  });

  test.each<[unknown, Document, number, string]>([
    ['x', {}, 5733201, 'Densify field type must be numeric or a date'],
    [at, {}, 6053600, 'Encountered date densify value in collection when step does not have a date unit.'],
    [1, { unit: 'day' }, 6053600, 'Encountered numeric densify value in collection when step has a date unit.'],
  ])('a value %p', (n, more, code, message) => {
    expect(refusal([{ $densify: range(more) }], [{ n }])).toEqual([code, message]);
  });

  test('a date beyond the supported range', () => {
    const far = { field: 'n', range: { step: 1, unit: 'year', bounds: 'full' } };
    expect(refusal([{ $densify: far }], [{ n: new Date(8.64e15) }])?.[0]).toBe(5166406);
  });
});
