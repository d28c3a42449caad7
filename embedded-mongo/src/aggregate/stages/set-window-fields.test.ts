import { describe, expect, test } from '@jest/globals';
import { decimal, long } from '../../testing/examples';
import { answers, plain, refusal } from '../../testing/pipelines';
import type { Document } from '../../values/types';

const at = (text: string) => new Date(`${text}Z`);

const cakes: Document[] = [
  { _id: 0, type: 'chocolate', orderDate: at('2020-05-18T14:10:30'), state: 'CA', price: 13, quantity: 120 },
  { _id: 1, type: 'chocolate', orderDate: at('2021-03-20T11:30:05'), state: 'WA', price: 14, quantity: 140 },
  { _id: 2, type: 'vanilla', orderDate: at('2021-01-11T06:31:15'), state: 'CA', price: 12, quantity: 145 },
  { _id: 3, type: 'vanilla', orderDate: at('2020-02-08T13:13:23'), state: 'WA', price: 13, quantity: 104 },
  { _id: 4, type: 'strawberry', orderDate: at('2019-05-18T16:09:01'), state: 'CA', price: 41, quantity: 162 },
  { _id: 5, type: 'strawberry', orderDate: at('2019-01-08T06:12:03'), state: 'WA', price: 43, quantity: 134 },
];

/** The results of a window function, as `[_id, result]` in the order of the output. */
function windowed(documents: Document[], order: Document, call: Document): unknown {
  const found = answers(documents, [{ $setWindowFields: { ...order, output: { answer: call } } }]);
  return plain(found.map(({ _id, answer }) => [_id, answer]));
}

const byDate = { partitionBy: '$state', sortBy: { orderDate: 1 } };
const byYear = { partitionBy: { $year: '$orderDate' }, sortBy: { orderDate: 1 } };
const byQuantity = { partitionBy: '$state', sortBy: { quantity: -1 } };
const soFar = { documents: ['unbounded', 'current'] };

describe('the examples of the MongoDB manual', () => {
  test('give cumulative sums, of each state and of each year', () => {
    expect(windowed(cakes, byDate, { $sum: '$quantity', window: soFar })).toEqual([
      [4, 162],
      [0, 282],
      [2, 427],
      [5, 134],
      [3, 238],
      [1, 378],
    ]);
    expect(windowed(cakes, byYear, { $sum: '$quantity', window: soFar })).toEqual([
      [5, 134],
      [4, 296],
      [3, 104],
      [0, 224],
      [2, 145],
      [1, 285],
    ]);
  });

  test('give a moving average, and the maximum of each year', () => {
    expect(windowed(cakes, byYear, { $avg: '$quantity', window: { documents: [-1, 0] } })).toEqual([
      [5, 134],
      [4, 148],
      [3, 104],
      [0, 112],
      [2, 145],
      [1, 142.5],
    ]);
    expect(windowed(cakes, byYear, { $max: '$quantity', window: { documents: ['unbounded', 'unbounded'] } })).toEqual([
      [5, 162],
      [4, 162],
      [3, 120],
      [0, 120],
      [2, 145],
      [1, 145],
    ]);
  });

  test('give a range of prices', () => {
    const order = { partitionBy: '$state', sortBy: { price: 1 } };
    expect(windowed(cakes, order, { $sum: '$quantity', window: { range: [-10, 10] } })).toEqual([
      [2, 265],
      [0, 265],
      [4, 162],
      [3, 244],
      [1, 244],
      [5, 134],
    ]);
  });

  test('give ranges of months', () => {
    const dates = (...ids: number[]) => ids.map((id) => plain(cakes[id]?.orderDate));
    const pushed = (upper: number) =>
      windowed(cakes, byDate, { $push: '$orderDate', window: { range: ['unbounded', upper], unit: 'month' } });
    expect(pushed(10)).toEqual([
      [4, dates(4)],
      [0, dates(4, 0, 2)],
      [2, dates(4, 0, 2)],
      [5, dates(5)],
      [3, dates(5, 3)],
      [1, dates(5, 3, 1)],
    ]);
    expect(pushed(-10)).toEqual([
      [4, []],
      [0, dates(4)],
      [2, dates(4)],
      [5, []],
      [3, dates(5)],
      [1, dates(5, 3)],
    ]);
  });

  test('give ranks, with equal and missing values', () => {
    const more = [134, 134, 134, 162, null, undefined].map((quantity, index) => ({
      _id: 6 + index,
      state: index < 3 ? 'WA' : 'CA',
      ...(quantity !== undefined && { quantity }),
    }));
    const ranked = (name: string) => windowed([...cakes, ...more], byQuantity, { [name]: {} });
    const ids = [4, 9, 2, 0, 10, 11, 1, 5, 6, 7, 8, 3];
    const having = (...ranks: number[]) => ids.map((id, index) => [id, ranks[index]]);
    expect(ranked('$rank')).toEqual(having(1, 1, 3, 4, 5, 5, 1, 2, 2, 2, 2, 6));
    expect(ranked('$denseRank')).toEqual(having(1, 1, 2, 3, 4, 4, 1, 2, 2, 2, 2, 3));
    expect(ranked('$documentNumber')).toEqual(having(1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6));
  });

  test('give neighbouring documents', () => {
    const shifted = (by: number) =>
      windowed(cakes, byQuantity, { $shift: { output: '$quantity', by, default: 'Not available' } });
    expect(shifted(1)).toEqual([
      [4, 145],
      [2, 120],
      [0, 'Not available'],
      [1, 134],
      [5, 104],
      [3, 'Not available'],
    ]);
    expect(shifted(-1)).toEqual([
      [4, 'Not available'],
      [2, 162],
      [0, 145],
      [1, 'Not available'],
      [5, 140],
      [3, 134],
    ]);
  });

  test('give covariances', () => {
    const pair = [{ $year: '$orderDate' }, '$quantity'];
    expect(windowed(cakes, byDate, { $covarianceSamp: pair, window: soFar })).toEqual([
      [4, null],
      [0, -21],
      [2, expect.closeTo(-8.5, 12)],
      [5, null],
      [3, -15],
      [1, expect.closeTo(3, 12)],
    ]);
    expect(windowed(cakes, byDate, { $covariancePop: pair, window: soFar })).toEqual([
      [4, 0],
      [0, -10.5],
      [2, expect.closeTo(-17 / 3, 12)],
      [5, 0],
      [3, -7.5],
      [1, expect.closeTo(2, 12)],
    ]);
  });

  test('give the speeds of trucks', () => {
    const miles = [1295.1, 1295.63, 1296.25, 1296.76];
    const fleet = miles.map((mile, _id) => ({
      _id,
      time: new Date(Date.UTC(2020, 4, 18, 14, 10, 30 + 30 * _id)),
      mile,
    }));
    const call = { $derivative: { input: '$mile', unit: 'hour' }, window: { range: [-30, 0], unit: 'second' } };
    expect(windowed(fleet, { sortBy: { time: 1 } }, call)).toEqual([
      [0, null],
      [1, 63.60000000002401],
      [2, 74.3999999999869],
      [3, 61.199999999998916],
    ]);
  });

  test('give the energy used', () => {
    const meters = [2.5, 2.25, 2.75, 2.82].map((kilowatts, _id) => ({
      _id,
      time: new Date(Date.UTC(2020, 4, 18, 14, 10, 30 + 30 * _id)),
      kilowatts,
    }));
    const input = { input: '$kilowatts', unit: 'hour' };
    const call = { $integral: input, window: { range: ['unbounded', 'current'], unit: 'hour' } };
    expect(windowed(meters, { sortBy: { time: 1 } }, call)).toEqual([
      [0, 0],
      [1, 0.019791666666666666],
      [2, 0.040625],
      [3, 0.06383333333333334],
    ]);
  });

  test('give exponential moving averages', () => {
    const prices = (stock: string, ...list: number[]) =>
      list.map((price, day) => ({ _id: `${stock}${day}`, stock, day, price }));
    const stocks = [...prices('MDB', 13, 15.4, 12, 11.7), ...prices('MSFT', 82, 94, 112, 97.3)];
    const means = (weight: Document) => {
      const call = { $expMovingAvg: { input: '$price', ...weight } };
      const found = windowed(stocks, { partitionBy: '$stock', sortBy: { day: 1 } }, call) as unknown[][];
      return found.map(([, mean]) => mean);
    };
    expect(means({ N: 2 })).toEqual([
      ...[13, 14.6, 12.866666666666667, 12.088888888888889],
      ...[82, 90, 104.66666666666667, 99.75555555555556],
    ]);
    expect(means({ alpha: 0.75 })).toEqual([13, 14.8, 12.7, 11.95, 82, 91, 106.75, 99.6625]);
  });

  test('fill gaps by two methods in one stage', () => {
    const stock = [500, null, 515, null, null, 485].map((price, hour) => ({ hour, price }));
    const output = { linear: { $linearFill: '$price' }, last: { $locf: '$price' } };
    const found = answers(stock, [{ $setWindowFields: { sortBy: { hour: 1 }, output } }]);
    expect(plain(found.map(({ linear, last }) => [linear, last]))).toEqual([
      [500, 500],
      [507.5, 500],
      [515, 515],
      [505, 515],
      [495, 515],
      [485, 485],
    ]);
  });
});

const numbered = (...list: unknown[]) => list.map((n, _id) => ({ _id, n }));
const inOrder = { sortBy: { n: 1 } };
const only = (given: unknown) => (given as unknown[][]).map(([, answer]) => answer);

describe('windows', () => {
  test('of a range compare values: the bound 0 includes all documents with an equal value, the bound "current" only the document itself', () => {
    const documents = numbered(0, 1, 1.5, 100, 100, 101);
    const pushed = (...range: unknown[]) => only(windowed(documents, inOrder, { $push: '$n', window: { range } }));
    expect(pushed(-1, 0)).toEqual([[0], [0, 1], [1, 1.5], [100, 100], [100, 100], [100, 100, 101]]);
    expect(pushed('current', 'current')).toEqual([[0], [1], [1.5], [100], [100], [101]]);
    expect(pushed('current', 1)).toEqual([[0, 1], [1, 1.5], [1.5], [100, 100, 101], [100, 101], [101]]);
    expect(pushed(99, 'unbounded')).toEqual([[100, 100, 101], [100, 100, 101], [101], [], [], []]);
    expect(pushed(-1, -1)).toEqual([[], [0], [], [], [], [100, 100]]);
  });

  test('of a range support doubles, decimals and longs', () => {
    const documents = numbered(0.1, 0.3, long('9007199254740992'), long('9007199254740993'), decimal('1E+40'));
    const counted = (range: unknown[]) => only(windowed(documents, inOrder, { $count: {}, window: { range } }));
    expect(counted([0, 0.2])).toEqual([2, 1, 1, 1, 1]);
    expect(counted([0, 1])).toEqual([2, 1, 2, 1, 1]);
  });

  test('that are empty give zero, null or an empty list', () => {
    const empty = (call: Document) => only(windowed(numbered(1), inOrder, { ...call, window: { documents: [5, 6] } }));
    const nothing: [Document, unknown][] = [
      [{ $sum: '$n' }, 0],
      [{ $count: {} }, 0],
      [{ $push: '$n' }, []],
      [{ $addToSet: '$n' }, []],
      [{ $avg: '$n' }, null],
      [{ $first: '$n' }, null],
      [{ $last: '$n' }, null],
      [{ $max: '$n' }, null],
      [{ $stdDevPop: '$n' }, null],
      [{ $top: { sortBy: { n: 1 }, output: '$n' } }, null],
      [{ $firstN: { input: '$n', n: 2 } }, []],
      [{ $integral: { input: '$n' } }, null],
      [{ $covariancePop: ['$n', '$n'] }, null],
      [{ $derivative: { input: '$n' } }, null],
    ];
    for (const [call, expected] of nothing) expect([call, empty(call)]).toEqual([call, [expected]]);
  });

  test('support the accumulators of $group', () => {
    const documents = numbered(1, 2, 2, 5);
    const around = { window: { documents: [-1, 1] } };
    const each = (call: Document) => only(windowed(documents, inOrder, { ...call, ...around }));
    expect(each({ $min: '$n' })).toEqual([1, 1, 2, 2]);
    expect(each({ $first: '$n' })).toEqual([1, 1, 2, 2]);
    expect(each({ $last: '$n' })).toEqual([2, 2, 5, 5]);
    expect(each({ $addToSet: '$n' })).toEqual([
      [1, 2],
      [1, 2],
      [2, 5],
      [2, 5],
    ]);
    expect(each({ $stdDevSamp: '$n' })).toEqual(
      [Math.SQRT1_2, Math.sqrt(1 / 3), Math.sqrt(3), Math.sqrt(4.5)].map((n) => expect.closeTo(n, 12)),
    );
    expect(each({ $bottomN: { sortBy: { n: 1 }, output: '$_id', n: 2 } })).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [2, 3],
    ]);
    expect(each({ $maxN: { input: '$n', n: 2 } })).toEqual([
      [2, 1],
      [2, 2],
      [5, 2],
      [5, 2],
    ]);
    expect(each({ $median: { input: '$n', method: 'approximate' } })).toEqual([1, 2, 2, 2]);
  });

  test('write to paths as $addFields does, and omit missing results', () => {
    const documents = [
      { _id: 0, a: { b: 1 } },
      { _id: 1, a: [{ b: 2 }, 5] },
    ];
    const output = { 'a.c': { $documentNumber: {} }, gone: { $first: '$none' } };
    expect(answers(documents, [{ $setWindowFields: { sortBy: { _id: 1 }, output } }])).toEqual([
      { _id: 0, a: { b: 1, c: 1 } },
      { _id: 1, a: [{ b: 2, c: 2 }, { c: 2 }] },
    ]);
    expect(documents[0]).toEqual({ _id: 0, a: { b: 1 } });
  });

  test('are separate for each partition: null and missing are one partition, strings follow the collation', () => {
    const documents = [{ k: 'b' }, { k: 'A' }, {}, { k: null }, { k: 'a' }].map((document, _id) => ({
      _id,
      ...document,
    }));
    const pipeline = [{ $setWindowFields: { partitionBy: '$k', output: { n: { $count: {} } } } }];
    const found = answers(documents, pipeline, { locale: 'en', strength: 2 });
    expect(found.map(({ _id, n }) => [_id, n])).toEqual([
      [2, 2],
      [3, 2],
      [1, 2],
      [4, 2],
      [0, 1],
    ]);
  });

  test('compute exactly with decimals', () => {
    const documents = ['0.1', '0.2', '0.3'].map((n, _id) => ({ _id, n: decimal(n) }));
    const output = {
      sum: { $sum: '$n', window: soFar },
      mean: { $expMovingAvg: { input: '$n', N: 3 } },
      area: { $integral: { input: '$n' }, window: soFar },
      both: { $covariancePop: ['$n', '$n'] },
    };
    const found = answers(documents, [{ $setWindowFields: { sortBy: { n: 1 }, output } }]);
    expect(found.map(({ sum, mean, area }) => [sum, mean, area].map(String))).toEqual([
      ['0.1', '0.1', '0'],
      ['0.3', '0.15', '0.015'],
      ['0.6', '0.225', '0.040'],
    ]);
    expect(Number(String(found[0]?.both))).toBeCloseTo(0.02 / 3, 12);
  });

  test('with NaN give NaN, and numbers again once they contain no NaN; a covariance with only one finite pair is 0', () => {
    const documents = [1, 2, Number.NaN, 4, 5].map((y, n) => ({ _id: n, n, y }));
    const areas = windowed(documents, inOrder, { $integral: { input: '$y' }, window: { documents: [-1, 0] } });
    expect(only(areas)).toEqual([0, 1.5, null, null, 4.5]);
    const infinite = [1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((y, n) => ({ n, y }));
    const output = { c: { $covariancePop: ['$n', '$y'], window: soFar } };
    const found = answers(infinite, [{ $setWindowFields: { ...inOrder, output } }]);
    expect(found.map(({ c }) => Number(c))).toEqual([0, 0, 0]);
  });
});

describe('$setWindowFields refuses', () => {
  const stage = (call: unknown, order: Document = inOrder): Document[] => [
    { $setWindowFields: { ...order, output: { v: call } } },
  ];
  const summed = (window: unknown) => ({ $sum: '$n', window });
  const either = 'must be specified with a top level sortBy expression with exactly one element';

  test.each<[unknown, number]>([
    [1, 9],
    [{ sortBy: 1, output: {} }, 14],
    [{ output: 1 }, 14],
    [{ sortBy: { n: 1 } }, 40414],
    [{ what: 1, output: {} }, 40415],
    [{ sortBy: { n: 2 }, output: {} }, 15975],
    [{ partitionBy: { $nope: 1 }, output: {} }, 168],
    [{ partitionBy: [1], output: {} }, 14],
    [{ output: { a: { $sum: 1 }, 'a.b': { $sum: 1 } } }, 6307900],
    [{ output: { '': { $sum: 1 } } }, 40352],
    [{ output: { $a: { $sum: 1 } } }, 16410],
  ])('the stage %j', (argument, code) => {
    expect(refusal([{ $setWindowFields: argument }])?.[0]).toBe(code);
  });

  test.each<[unknown, number, string]>([
    [5, 9, "The field 'v' must be an object"],
    [{}, 9, 'Expected a $-prefixed window function'],
    [{ sum: '$n' }, 9, 'Expected a $-prefixed window function, sum'],
    [{ $summ: '$n' }, 9, 'Unrecognized window function, $summ'],
    [{ $mergeObjects: '$n' }, 9, 'Unrecognized window function, $mergeObjects'],
    [{ $constructor: '$n' }, 9, 'Unrecognized window function, $constructor'],
    [{ $sum: '$n', $avg: '$n' }, 9, 'Cannot specify two functions in window function spec'],
    [{ $sum: '$n', windoww: {} }, 9, 'Window function found an unknown argument: windoww'],
    [{ $rank: {}, window: {} }, 5371601, 'Rank style window functions take no other arguments'],
    [{ $rank: 1 }, 5371603, "$rank must be specified with '{}' as the value"],
    [{ $shift: { output: 1, by: 1 }, window: {} }, 9, "$shift does not accept a 'window' field"],
    [{ $shift: 1 }, 9, 'Argument to $shift must be an object'],
    [{ $shift: { by: 1 } }, 9, "$shift requires an 'output' expression."],
    [{ $shift: { output: 1 } }, 9, "$shift requires 'by' as an integer value."],
    [{ $shift: { output: 1, by: 1.5 } }, 9, "'$shift:by' field must be an integer, but found  by: 1.5"],
    [{ $shift: { output: 1, by: 1, to: 1 } }, 9, 'Unknown argument in $shift'],
    [{ $locf: '$n', window: {} }, 9, "'window' field is not allowed in $locf"],
    [{ $derivative: { input: '$n' } }, 9, '$derivative requires explicit window bounds'],
    [{ $derivative: { input: '$n', by: 1 } }, 9, '$derivative got unexpected argument: by'],
    [{ $integral: {} }, 9, "$integral requires an 'input' expression"],
    [{ $integral: { input: 1, unit: 'month' } }, 5490710, "unit must be 'week' or smaller"],
    [{ $expMovingAvg: { input: 1, N: 0 } }, 9, "'N' must be greater than zero. Got 0"],
    [{ $expMovingAvg: { input: 1, N: 'x' } }, 9, "'N' field must be an integer, but found type string"],
    [{ $expMovingAvg: { input: 1, alpha: 'x' } }, 9, "'alpha' must be a number"],
    [{ $expMovingAvg: { input: 1, alpha: 1 } }, 9, "'alpha' must be between 0 and 1 (exclusive), found alpha: 1"],
    [summed(5), 9, "'window' field must be an object"],
    [summed({ documents: [1], what: 1 }), 9, expect.stringContaining("can only contain 'documents'") as never],
    [summed({ documents: [1] }), 9, 'Window bounds must be a 2-element array: documents: [1]'],
    [summed({ documents: [1, 'last'] }), 9, "Window bounds must be 'unbounded', 'current', or a number."],
    [summed({ documents: [0, 1.5] }), 9, 'Numeric document-based bounds must be an integer'],
    [summed({ documents: [1, -1] }), 5339900, 'Lower bound must not exceed upper bound: [1, -1]'],
    [summed({ documents: ['current', -1] }), 5339900, 'Lower bound must not exceed upper bound: [0, -1]'],
    [summed({ documents: [0, 1], range: [0, 1] }), 9, expect.stringContaining('not both') as never],
    [summed({ documents: [0, 1], unit: 'day' }), 9, "Window bounds can only specify 'unit' with range-based bounds."],
    [summed({ range: [0, { $literal: 'x' }] }), 9, 'Range-based bounds expression must be a number'],
    [summed({ range: [0, 1.5], unit: 'day' }), 9, "With 'unit', range-based bounds must be an integer"],
    [summed({ range: [0, 1], unit: 5 }), 9, "'unit' must be a string"],
    [summed({ range: [0, 1], unit: 'fortnight' }), 9, 'unknown time unit value: fortnight'],
  ])('the function %j', (call, code, message) => {
    expect(refusal(stage(call))).toEqual([code, message]);
  });

  test.each<[unknown, Document, number, string]>([
    [summed({ documents: [0, 1] }), {}, 5339901, 'Document-based bounds require a sortBy'],
    [summed({ range: [0, 1] }), {}, 5339902, 'Range-based bounds require sortBy a single field'],
    [summed({ range: [0, 1] }), { n: 1, m: 1 }, 5339902, 'Range-based bounds require sortBy a single field'],
    [summed({ range: [0, 1] }), { n: -1 }, 8947401, 'Range-based bounds require an ascending sortBy'],
    [{ $rank: {} }, { n: 1, m: 1 }, 5371602, `$rank ${either}`],
    [{ $linearFill: '$n' }, {}, 605001, `$linearFill ${either}`],
    [{ $shift: { output: 1, by: 1 } }, {}, 9, "'$shift' requires a sortBy"],
    [{ $derivative: { input: 1 } }, {}, 9, '$derivative requires a sortBy'],
    [{ $integral: { input: 1 } }, { n: 1, m: 1 }, 9, '$integral requires a non-compound sortBy'],
    [{ $expMovingAvg: { input: 1, N: 1 } }, {}, 9, "$expMovingAvg requires an explicit 'sortBy'"],
  ])('%j sorted by %j', (call, sortBy, code, message) => {
    const order = Object.keys(sortBy).length > 0 ? { sortBy } : {};
    expect(refusal(stage(call, order))).toEqual([code, message]);
  });

  const speed = (unit?: string) => ({
    $derivative: { input: '$y', ...(unit && { unit }) },
    window: { documents: [-1, 0] },
  });
  const area = (unit?: string) => ({ $integral: { input: '$y', ...(unit && { unit }) } });
  test.each<[string, unknown, unknown, number]>([
    ['a date range without a unit', summed({ range: [0, 1] }), new Date(0), 5429413],
    ['a range over strings', summed({ range: [0, 1] }), 'x', 5429414],
    ['a range over missing values', summed({ range: ['unbounded', 'unbounded'] }), undefined, 5429414],
    ['a range with a date unit over numbers', summed({ range: [0, 1], unit: 'day' }), 1, 5429513],
    ['a derivative over numbers with a unit', speed('hour'), 1, 5624900],
    ['a derivative over dates without a unit', speed(), new Date(0), 5624901],
    ['a derivative over strings', speed(), 'x', 14],
    ['a derivative with null as the sort value', speed(), null, 5624902],
    ['a derivative with a missing input', speed(), 1, 5624903],
    ['an integral with a missing input', area(), 1, 5423900],
    ['an integral over numbers with a unit', area('hour'), { n: 1, y: 1 }, 5423901],
    ['an integral over dates without a unit', area(), { n: new Date(0), y: 1 }, 5423902],
    ['a list as the partition', { $sum: 1 }, { k: [1] }, 14],
  ])('%s', (_what, call, given, code) => {
    const isDocument = typeof given === 'object' && given !== null && !(given instanceof Date);
    const document: Document = isDocument ? { ...given } : { n: given };
    expect(refusal(stage(call, { ...inOrder, partitionBy: '$k' }), [document])?.[0]).toBe(code);
  });
});
