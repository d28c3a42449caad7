import { describe, expect, it } from '@jest/globals';
import { BSONRegExp, Double, Long, ObjectId } from 'bson';
import { decimal, long } from '../testing/examples';
import { compileExpression, type ExpressionOptions } from './compile';

function evaluate(document: unknown, expression: unknown, options: ExpressionOptions = {}): unknown {
  return compileExpression(expression, options)(document);
}

function codeOf(expression: unknown, document: object = {}): unknown {
  try {
    evaluate(document, expression);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
}

/** Number results as text, with all their digits. */
function text(expression: unknown, document: object = {}): string {
  return String(evaluate(document, expression));
}

describe('field paths and variables', () => {
  it('read fields, also through arrays', () => {
    expect(evaluate({ a: { b: 1 } }, '$a.b')).toBe(1);
    expect(evaluate({ a: [{ b: 1 }, { b: 2 }, {}, 5] }, '$a.b')).toEqual([1, 2]);
    expect(evaluate({ a: [1] }, '$a.0')).toEqual([]);
    expect(evaluate({}, '$a')).toBeUndefined();
    expect(evaluate({ a: 1 }, '$$ROOT')).toEqual({ a: 1 });
    expect(evaluate({}, '$$NOW', { now: new Date(5) })).toEqual(new Date(5));
  });

  it('that are missing are omitted from objects and become null in arrays', () => {
    expect(evaluate({ a: 1 }, { x: '$a', y: '$b', z: '$$REMOVE' })).toEqual({ x: 1 });
    expect(evaluate({ a: 1 }, ['$a', '$b'])).toEqual([1, null]);
  });

  it('that are unknown or malformed are refused, and so are unknown and unsupported operators', () => {
    expect(codeOf('$$nothing')).toBe(17276);
    expect(codeOf('$')).toBe(16872);
    expect(codeOf({ $nothing: 1 })).toBe(168);
    expect(codeOf({ $add: [1], b: 1 })).toBe(15983);
    expect(codeOf({ $function: { body: 'f', args: [], lang: 'js' } })).toBe(2);
  });
});

describe('comparison and choice operators', () => {
  it('compare values of any type, with missing before null', () => {
    const id = new ObjectId();
    expect(evaluate({ a: id, b: new ObjectId(id.toHexString()) }, { $eq: ['$a', '$b'] })).toBe(true);
    expect(evaluate({ a: null }, { $lt: ['$b', '$a'] })).toBe(true);
    expect(evaluate({}, { $cmp: [long('5'), decimal('5.0')] })).toBe(0);
    expect(evaluate({}, { $gt: ['a', 5] })).toBe(true);
  });

  it('choose between values', () => {
    expect(evaluate({ n: 2 }, { $cond: [{ $gt: ['$n', 1] }, 'x', 'y'] })).toBe('x');
    expect(evaluate({ n: 0 }, { $cond: JSON.parse('{"if": "$n", "then": "x", "else": "y"}') })).toBe('y');
    expect(evaluate({}, { $ifNull: ['$q', null, 5] })).toBe(5);
    const branches = [JSON.parse('{"case": {"$eq": ["$n", 2]}, "then": "two"}')];
    expect(evaluate({ n: 2 }, { $switch: { branches, default: 'd' } })).toBe('two');
    expect(evaluate({ n: 3 }, { $switch: { branches, default: 'd' } })).toBe('d');
    expect(codeOf({ $switch: { branches } }, { n: 3 })).toBe(40066);
  });

  it('distinguish true from false values', () => {
    expect(evaluate({}, { $and: [1, 'x', []] })).toBe(true);
    expect(evaluate({}, { $or: [0, null, '$a'] })).toBe(false);
    expect(evaluate({}, { $not: [decimal('0')] })).toBe(true);
  });

  it('bind variables', () => {
    const expression = { $let: { vars: { x: '$a' }, in: { $add: ['$$x', 1] } } };
    expect(evaluate({ a: 1 }, expression)).toBe(2);
    expect(codeOf({ $let: { vars: { X: 1 }, in: 1 } })).toBe(16867);
  });
});

describe('arithmetic operators', () => {
  it('compute exactly with decimals and longs', () => {
    expect(text({ $add: [decimal('0.1'), decimal('0.2'), decimal('0.3')] })).toBe('0.6');
    expect(text({ $multiply: [decimal('0.1'), decimal('0.2')] })).toBe('0.02');
    expect(text({ $divide: [decimal('1'), decimal('2')] })).toBe('0.5');
    expect(text({ $round: [decimal('1.235'), 2] })).toBe('1.24');
    expect(text({ $subtract: [long('9007199254740993'), 1] })).toBe('9007199254740992');
    expect(text({ $mod: [decimal('5.5'), 2] })).toBe('1.5');
    expect(text({ $abs: long('-9007199254740993') })).toBe('9007199254740993');
  });

  it('round, truncate, floor and ceil', () => {
    expect([{ $round: [2.5] }, { $round: [1234.5678, 2] }, { $round: [1250, -2] }].map((e) => evaluate({}, e))).toEqual(
      [new Double(2), 1234.57, 1200],
    );
    expect([{ $trunc: -1.7 }, { $floor: -1.2 }, { $ceil: 1.2 }, { $floor: 3 }].map((e) => evaluate({}, e))).toEqual([
      new Double(-1),
      new Double(-2),
      new Double(2),
      3,
    ]);
  });

  it('add and subtract time', () => {
    expect(evaluate({ t: new Date(5) }, { $add: ['$t', 10] })).toEqual(new Date(15));
    expect(evaluate({ t: new Date(15) }, { $subtract: ['$t', new Date(5)] })).toEqual(Long.fromNumber(10));
  });

  it('return null for null, and an error for values that are not numbers and for a divisor of zero', () => {
    expect(evaluate({}, { $add: ['$a', 1] })).toBeNull();
    expect(codeOf({ $add: ['x', 1] })).toBe(14);
    expect(codeOf({ $multiply: [true, 1] })).toBe(14);
    expect(codeOf({ $divide: [1, 0] })).toBe(2);
    expect(codeOf({ $mod: [1, 0] })).toBe(16610);
  });

  it('return doubles when 64 bits do not suffice', () => {
    expect(evaluate({}, { $add: [Long.MAX_VALUE, 1] })).toBe(2 ** 63);
  });

  it('compute the sum, the mean and the maximum of lists', () => {
    expect(evaluate({ a: [1, 'x', 2.5] }, { $sum: '$a' })).toBe(3.5);
    expect(evaluate({ a: [2, null, 4] }, { $avg: '$a' })).toEqual(new Double(3));
    expect(evaluate({}, { $max: [1, 3, null] })).toBe(3);
    expect(evaluate({}, { $sum: [0.1, 0.2, 0.3] })).toBeCloseTo(0.6, 15);
  });

  it('compute roots and powers, but refuse the root of a decimal', () => {
    expect(codeOf({ $sqrt: decimal('2') })).toBe(2);
    expect(evaluate({}, { $sqrt: 9 })).toEqual(new Double(3));
    expect(evaluate({}, { $pow: [2, 10] })).toBe(1024);
  });
});

describe('array operators', () => {
  it('map, filter and reduce', () => {
    const document = { a: [1, 2] };
    expect(evaluate(document, { $map: { input: '$a', as: 'v', in: { $multiply: ['$$v', 2] } } })).toEqual([2, 4]);
    expect(evaluate(document, { $filter: { input: '$a', cond: { $gt: ['$$this', 1] } } })).toEqual([2]);
    const sum = { $reduce: { input: '$a', initialValue: 0, in: { $add: ['$$value', '$$this'] } } };
    expect(evaluate(document, sum)).toBe(3);
  });

  it('read, search and join arrays', () => {
    const document = { a: [1, 2, 3] };
    expect(evaluate(document, { $size: '$a' })).toBe(3);
    expect(evaluate(document, { $arrayElemAt: ['$a', -1] })).toBe(3);
    expect(evaluate(document, { $first: '$a' })).toBe(1);
    expect(evaluate(document, { $slice: ['$a', 1, 5] })).toEqual([2, 3]);
    expect(evaluate(document, { $slice: ['$a', -2] })).toEqual([2, 3]);
    expect(evaluate(document, { $in: [decimal('2'), '$a'] })).toBe(true);
    expect(evaluate(document, { $indexOfArray: ['$a', 3] })).toBe(2);
    expect(evaluate(document, { $concatArrays: ['$a', [4]] })).toEqual([1, 2, 3, 4]);
    expect(evaluate(document, { $reverseArray: '$a' })).toEqual([3, 2, 1]);
    expect(evaluate(document, { $maxN: { input: '$a', n: 2 } })).toEqual([3, 2]);
    expect(codeOf({ $size: '$b' })).toBe(17124);
  });

  it('create and sort arrays', () => {
    expect(evaluate({}, { $range: [0, 10, 3] })).toEqual([0, 3, 6, 9]);
    expect(evaluate({ a: [2, 1] }, { $sortArray: { input: '$a', sortBy: 1 } })).toEqual([1, 2]);
    expect(evaluate({ a: [{ n: 1 }, { n: 2 }] }, { $sortArray: { input: '$a', sortBy: { n: -1 } } })).toEqual([
      { n: 2 },
      { n: 1 },
    ]);
    expect(evaluate({ a: [[1, 'x'], [2]] }, { $zip: { inputs: ['$a', [7]] } })).toEqual([[[1, 'x'], 7]]);
  });

  it('treat arrays as sets', () => {
    const id = new ObjectId();
    expect(evaluate({}, { $setUnion: [[id], [new ObjectId(id.toHexString())]] })).toEqual([id]);
    expect(
      evaluate(
        {},
        {
          $setIntersection: [
            [1, 2],
            [2, 3],
          ],
        },
      ),
    ).toEqual([2]);
    expect(evaluate({}, { $setDifference: [[1, 2], [2]] })).toEqual([1]);
    expect(evaluate({}, { $setIsSubset: [[1], [1, 2]] })).toBe(true);
    expect(evaluate({}, { $setEquals: [[1, 1], [1]] })).toBe(true);
  });
});

describe('operators for objects, strings and types', () => {
  it('merge, convert and change objects', () => {
    expect(evaluate({ a: { x: 1 }, b: { y: 2 } }, { $mergeObjects: ['$a', '$b', null] })).toEqual({ x: 1, y: 2 });
    expect(evaluate({ a: { x: 1 } }, { $objectToArray: '$a' })).toEqual([{ k: 'x', v: 1 }]);
    expect(evaluate({}, { $arrayToObject: [[['x', 1]]] })).toEqual({ x: 1 });
    expect(evaluate({ 'a.b': 1 }, { $getField: 'a.b' })).toBe(1);
    expect(codeOf({ $setField: { field: '$x', input: '$$ROOT', value: 2 } }, { a: 1 })).toBe(14);
    expect(evaluate({ a: 1 }, { $setField: { field: { $literal: '$x' }, input: '$$ROOT', value: 2 } })).toEqual({
      a: 1,
      $x: 2,
    });
  });

  it('join, cut and search strings', () => {
    expect(evaluate({ a: 'x' }, { $concat: ['$a', 'y'] })).toBe('xy');
    expect(evaluate({ a: null }, { $concat: ['$a', 'y'] })).toBeNull();
    expect(codeOf({ $concat: [1, 'y'] })).toBe(16702);
    expect(evaluate({}, { $toUpper: 'abc' })).toBe('ABC');
    expect(evaluate({}, { $substrCP: ['héllo', 1, 3] })).toBe('éll');
    expect(evaluate({}, { $split: ['a-b', '-'] })).toEqual(['a', 'b']);
    expect(evaluate({}, { $trim: { input: '  x ' } })).toBe('x');
    expect(evaluate({ a: '$b' }, { $trim: { input: '$a' } })).toBe('$b');
    expect(evaluate({}, { $replaceAll: { input: 'aba', find: 'a', replacement: 'c' } })).toBe('cbc');
    expect(evaluate({}, { $regexMatch: { input: 'Abc', regex: new BSONRegExp('^a', 'i') } })).toBe(true);
    expect(evaluate({}, { $regexFindAll: { input: 'a1b2', regex: '([0-9])' } })).toEqual([
      { match: '1', idx: 1, captures: ['1'] },
      { match: '2', idx: 3, captures: ['2'] },
    ]);
  });

  it('name and convert types', () => {
    expect(evaluate({}, { $type: '$a' })).toBe('missing');
    expect(evaluate({ a: long('1') }, { $type: '$a' })).toBe('long');
    expect(text({ $toDecimal: '1.50' })).toBe('1.50');
    expect(text({ $toLong: '9007199254740993' })).toBe('9007199254740993');
    expect(evaluate({}, { $toInt: 2.9 })).toBe(2);
    expect(evaluate({}, { $toString: new ObjectId('000000000000000000000001') })).toBe('000000000000000000000001');
    expect(evaluate({}, { $convert: { input: 'x', to: 'int', onError: -1 } })).toBe(-1);
    expect(codeOf({ $toInt: 'x' })).toBe(241);
    expect(codeOf({ $toInt: 2147483648 })).toBe(241);
  });
});

describe('date operators', () => {
  const t = new Date('2020-01-02T03:04:05Z');

  it('format, truncate and shift dates', () => {
    expect(evaluate({ t }, { $dateToString: { format: '%Y-%m-%d', date: '$t' } })).toBe('2020-01-02');
    expect(evaluate({ t }, { $dateTrunc: { date: '$t', unit: 'month' } })).toEqual(new Date('2020-01-01T00:00:00Z'));
    expect(evaluate({ t }, { $dateAdd: { startDate: '$t', unit: 'month', amount: 1 } })).toEqual(
      new Date('2020-02-02T03:04:05Z'),
    );
    expect([{ $year: '$t' }, { $dayOfMonth: '$t' }, { $hour: '$t' }].map((e) => evaluate({ t }, e))).toEqual([
      2020, 2, 3,
    ]);
    expect(evaluate({ t: null }, { $year: '$t' })).toBeNull();
    expect(t).toEqual(new Date('2020-01-02T03:04:05Z'));
  });
});

describe('lists and strings that are doubled repeatedly', () => {
  const doubled = (join: string, start: unknown, times: number) => ({
    $reduce: { input: { $range: [0, times] }, initialValue: start, in: { [join]: ['$$value', '$$value'] } },
  });

  it('are refused before they use all memory', () => {
    expect(codeOf({ $size: doubled('$concatArrays', [1, 2], 40) })).toBe(146);
    expect(codeOf(doubled('$concat', 'abcdefgh', 40))).toBe(13548);
    expect(evaluate({}, { $size: doubled('$concatArrays', [1, 2], 10) })).toBe(2048);
  });
});
