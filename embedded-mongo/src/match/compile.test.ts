import { describe, expect, it } from '@jest/globals';
import { Binary, BSONRegExp, Double, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { decimal, long } from '../testing/examples';
import type { Document } from '../values/types';
import { compileMatch } from './compile';
import type { MatchOptions, MatchPosition } from './context';

/** The `_id`s of the documents that match; documents without an `_id` are numbered from 1. */
function found(query: Document, documents: Document[], options?: MatchOptions): unknown[] {
  const matches = compileMatch(query, options);
  return documents
    .map((document, index) => ({ _id: index + 1, ...document }))
    .filter((d) => matches(d))
    .map((d) => d._id);
}

function errorOf(query: Document): unknown {
  try {
    compileMatch(query);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('comparing numbers', () => {
  it('finds equal numbers of all types', () => {
    expect(found({ a: 5 }, [{ a: 5 }, { a: long('5') }, { a: decimal('5.0') }, { a: '5' }])).toEqual([1, 2, 3]);
  });

  it('is exact beyond the precision of doubles', () => {
    const documents = [{ a: 1 }, { a: long('9007199254740993') }, { a: 9007199254740992 }];
    expect(found({ a: { $gt: long('9007199254740992') } }, documents)).toEqual([2]);
    expect(found({ a: { $gt: decimal('0.2') } }, [{ a: decimal('0.1') }, { a: decimal('0.3') }, { a: 7 }])).toEqual([
      2, 3,
    ]);
  });

  it('treats NaN as equal to itself and as neither less nor greater than other numbers', () => {
    const documents = [{ a: Number.NaN }, { a: 1 }, { a: Number.NEGATIVE_INFINITY }];
    expect(found({ a: Number.NaN }, documents)).toEqual([1]);
    expect(found({ a: { $gt: Number.NaN } }, documents)).toEqual([]);
    expect(found({ a: { $lte: Number.NaN } }, documents)).toEqual([1]);
    expect(found({ a: { $lt: 5 } }, documents)).toEqual([2, 3]);
  });
});

describe('null and missing fields', () => {
  const documents = [{}, { a: null }, { a: 0 }];

  it('are equal for $eq, $gte, $in and their negations', () => {
    expect(found({ a: null }, documents)).toEqual([1, 2]);
    expect(found({ a: { $ne: null } }, documents)).toEqual([3]);
    expect(found({ a: { $gte: null } }, documents)).toEqual([1, 2]);
    expect(found({ a: { $in: [null] } }, documents)).toEqual([1, 2]);
    expect(found({ a: { $nin: [null] } }, documents)).toEqual([3]);
    expect(found({ a: { $not: { $gt: 1 } } }, documents)).toEqual([1, 2, 3]);
  });

  it('are distinguished by $exists and $type', () => {
    expect(found({ a: { $exists: false } }, documents)).toEqual([1]);
    expect(found({ a: { $exists: 1 } }, documents)).toEqual([2, 3]);
    expect(found({ a: { $type: 'null' } }, documents)).toEqual([2]);
  });

  it('on a path through an array match only in elements that are documents', () => {
    const nested = [{ a: [{ c: 1 }, { b: 2 }] }, { a: [{ b: 1 }] }, { a: {} }, {}, { a: [] }, { a: [1] }];
    expect(found({ 'a.b': null }, nested)).toEqual([1, 3, 4]);
  });
});

describe('value types', () => {
  it('limit a range to values of one type, except for ranges of MinKey and MaxKey', () => {
    expect(found({ a: { $gt: 1 } }, [{ a: 3 }, { a: 'x' }, { a: new Date() }])).toEqual([1]);
    const times = [{ a: new Date(5) }, { a: new Timestamp({ t: 1, i: 1 }) }];
    expect(found({ a: { $lt: new Date(10) } }, times)).toEqual([1]);
    expect(found({ a: { $lt: new MaxKey() } }, [{ a: 1 }, { a: 'x' }, {}])).toEqual([1, 2, 3]);
    expect(found({ a: { $gt: new MinKey() } }, [{ a: 1 }, { a: 'x' }])).toEqual([1, 2]);
  });

  it('can be queried by alias and number, for values and for array elements', () => {
    const documents = [{ a: 1 }, { a: 1.5 }, { a: long('1') }, { a: 'x' }, { a: ['x'] }];
    expect(found({ a: { $type: 'number' } }, documents)).toEqual([1, 2, 3]);
    expect(found({ a: { $type: 2 } }, documents)).toEqual([4, 5]);
    expect(found({ a: { $type: ['array', 'long'] } }, documents)).toEqual([3, 5]);
  });

  it('determine how values compare: ids and binaries by their bytes', () => {
    const ids = [{ a: new ObjectId('000000000000000000000001') }, { a: new ObjectId('ff0000000000000000000000') }];
    expect(found({ a: { $lt: new ObjectId('0f0000000000000000000000') } }, ids)).toEqual([1]);
    const binaries = [{ a: new Binary(Buffer.from('ab')) }, { a: new Binary(Buffer.from('ac')) }];
    expect(found({ a: new Binary(Buffer.from('ab')) }, binaries)).toEqual([1]);
  });
});

describe('arrays', () => {
  it('match if any element does; each condition may match a different element', () => {
    expect(found({ a: { $gt: 5, $lt: 3 } }, [{ a: [1, 10] }, { a: [1, 2] }])).toEqual([1]);
    expect(found({ a: { $elemMatch: { $gt: 2, $lt: 5 } } }, [{ a: [1, 10] }, { a: [3] }])).toEqual([2]);
  });

  it('also match as a whole, with the order of their elements', () => {
    expect(found({ a: [1, 2] }, [{ a: [1, 2] }, { a: [2, 1] }, { a: [[1, 2]] }])).toEqual([1, 3]);
    expect(found({ a: { x: 1, y: 2 } }, [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }])).toEqual([1]);
    expect(found({ a: [] }, [{ a: [] }, { a: [[]] }, {}])).toEqual([1, 2]);
  });

  it('can be read by index', () => {
    expect(found({ 'a.0': 5 }, [{ a: [5, 6] }, { a: [6, 5] }])).toEqual([1]);
    expect(found({ 'a.1.b': 5 }, [{ a: [{ b: 5 }, { b: 6 }] }, { a: [{ b: 6 }, { b: 5 }] }])).toEqual([2]);
  });

  it('with $elemMatch need one element that meets all conditions', () => {
    const documents = [
      { a: [{ b: 1, c: 2 }] },
      {
        a: [
          { b: 1, c: 3 },
          { b: 2, c: 2 },
        ],
      },
    ];
    expect(found({ a: { $elemMatch: { b: 1, c: 2 } } }, documents)).toEqual([1]);
    expect(found({ a: { $elemMatch: { $or: [{ c: 3 }, { c: 9 }] } } }, documents)).toEqual([2]);
    expect(found({ a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { c: 2 } }] } }, documents)).toEqual([1, 2]);
  });

  it('can be tested for all given values and for their size', () => {
    expect(found({ a: { $all: [2, 1], $size: 2 } }, [{ a: [1, 2] }, { a: [1, 2, 3] }])).toEqual([1]);
    expect(found({ a: { $all: [] } }, [{ a: [] }, { a: [1] }])).toEqual([]);
    expect(found({ a: { $size: 0 } }, [{ a: [] }, {}])).toEqual([1]);
  });

  it('let the match report the position of the matching element', () => {
    const position: MatchPosition = {};
    compileMatch({ 'a.k': 2 })({ a: [{ k: 1 }, { k: 2 }] }, position);
    expect(position.index).toBe(1);
    const second: MatchPosition = {};
    compileMatch({ a: { $elemMatch: { k: { $gt: 1 } } } })({ a: [{ k: 1 }, { k: 2 }] }, second);
    expect(second.index).toBe(1);
  });
});

describe('regular expressions', () => {
  it('match strings, alone, in lists and negated', () => {
    expect(found({ a: { $in: [/^a/, 'q'] } }, [{ a: 'abc' }, { a: 'q' }, { a: 'z' }])).toEqual([1, 2]);
    expect(found({ a: { $not: /^a/ } }, [{ a: 'abc' }, { a: 'q' }, {}])).toEqual([2, 3]);
    expect(found({ a: { $regex: 'A', $options: 'i' } }, [{ a: 'abc' }, { a: 'q' }])).toEqual([1]);
    expect(found({ a: new BSONRegExp('^ b', 'mx') }, [{ a: 'a\nb' }, { a: 'ab' }])).toEqual([1]);
    expect(found({ a: { $regex: '(?i)B' } }, [{ a: 'b' }])).toEqual([1]);
  });

  it('equal the same expression stored as a value', () => {
    const stored = [{ a: new BSONRegExp('x', 'i') }, { a: 'x' }];
    expect(found({ a: new BSONRegExp('x', 'i') }, stored)).toEqual([1, 2]);
    expect(found({ a: { $eq: new BSONRegExp('x', 'i') } }, stored)).toEqual([1]);
  });

  it('are refused in invalid places', () => {
    expect(errorOf({ a: { $gt: /x/ } })).toMatchObject({ code: 2 });
    expect(errorOf({ a: { $ne: /x/ } })).toMatchObject({ code: 2 });
    expect(errorOf({ a: { $regex: '(' } })).toMatchObject({ code: 51091 });
    expect(errorOf({ a: { $regex: 'a', $options: 'q' } })).toMatchObject({ code: 51108 });
    expect(errorOf({ a: { $options: 'i' } })).toMatchObject({ code: 2 });
  });
});

describe('conditions', () => {
  const documents = [
    { a: 1, b: 1 },
    { a: 1, b: 2 },
    { a: 2, b: 2 },
  ];

  it('support $and, $or and $nor', () => {
    expect(found({ $and: [{ a: 1 }, { b: 2 }] }, documents)).toEqual([2]);
    expect(found({ $or: [{ a: 2 }, { b: 1 }] }, documents)).toEqual([1, 3]);
    expect(found({ $nor: [{ a: 2 }, { b: 1 }] }, documents)).toEqual([2]);
    expect(found({ $comment: 'why' }, documents)).toEqual([1, 2, 3]);
  });

  it('support comparisons of fields and variables in $expr', () => {
    expect(found({ $expr: { $eq: ['$a', '$b'] } }, documents)).toEqual([1, 3]);
    expect(found({ $expr: { $eq: ['$a', '$$x'] } }, documents, { let: { x: { $add: [1, 1] } } })).toEqual([3]);
    const id = new ObjectId();
    const ids = [
      { a: id, b: new ObjectId(id.toHexString()) },
      { a: id, b: new ObjectId() },
    ];
    expect(found({ $expr: { $eq: ['$a', '$b'] } }, ids)).toEqual([1]);
  });

  it('support $mod and bits', () => {
    expect(found({ a: { $mod: [4, 2] } }, [{ a: 6 }, { a: long('10') }, { a: 7 }, { a: 'x' }])).toEqual([1, 2]);
    expect(found({ a: { $bitsAllSet: 5 } }, [{ a: 7 }, { a: 4 }, { a: -1 }])).toEqual([1, 3]);
    expect(found({ a: { $bitsAnyClear: [0, 1] } }, [{ a: 3 }, { a: 2 }])).toEqual([2]);
    expect(found({ a: { $bitsAnySet: new Binary(Buffer.from([2])) } }, [{ a: 3 }, { a: 1 }])).toEqual([1]);
  });

  it('with a long list of ids find the documents with one of the ids', () => {
    const ids = Array.from({ length: 20 }, () => new ObjectId());
    expect(found({ a: { $in: ids.slice(0, 10) } }, [{ a: ids[3] }, { a: ids[15] }, { a: [ids[1]] }, {}])).toEqual([
      1, 3,
    ]);
  });

  it('with a long list find the same documents as with a short one', () => {
    const values = [
      ...[0, -0, 5, -5, 0.5, 1e300, Number.NaN, 2 ** 60, new Double(5), new Double(0.5)],
      ...[long('5'), long('9007199254740993'), long('1152921504606846976'), decimal('5.00'), decimal('0.5')],
      ...[decimal('9007199254740993'), decimal('NaN'), true, false, new Date(5), new Binary(Buffer.from('a'))],
      ...['5', 'true', null, new ObjectId('65f000000000000000000001'), { a: 1 }, [5], new Timestamp({ t: 5, i: 1 })],
    ];
    const documents = values.map((a) => ({ a }));
    for (const value of values) {
      const filling = Array.from({ length: 20 }, (_, n) => `none ${n}`);
      expect(found({ a: { $in: [value, ...filling] } }, documents)).toEqual(found({ a: { $in: [value] } }, documents));
    }
  });

  it('follow a collation', () => {
    const collation = { locale: 'en', strength: 2 };
    expect(found({ a: 'Ping' }, [{ a: 'PING' }, { a: 'ping' }, { a: 'pong' }], { collation })).toEqual([1, 2]);
  });
});

describe('an invalid query', () => {
  it.each([
    [{ a: { $foo: 1 } }, 2, 'unknown operator: $foo'],
    [{ $foo: 1 }, 2, 'unknown top level operator: $foo'],
    [{ a: { $gt: 1, b: 2 } }, 2, 'unknown operator: b'],
    [{ a: { $gt: 1, constructor: 2 } }, 2, 'unknown operator: constructor'],
    [{ $and: [] }, 2, 'nonempty array'],
    [{ $or: 1 }, 2, 'must be an array'],
    [{ $where: 'true' }, 2, 'not supported'],
    [{ $text: { $search: 'x' } }, 27, 'text index required'],
    [{ a: { $near: [1, 2] } }, 2, 'not supported'],
    [{ a: { $in: 1 } }, 2, '$in needs an array'],
    [{ a: { $in: [{ $gt: 1 }] } }, 2, 'cannot nest $ under $in'],
    [{ a: { $size: 'x' } }, 9, 'Failed to parse $size'],
    [{ a: { $type: 'what' } }, 2, 'Unknown type name alias: what'],
    [{ a: { $type: 'constructor' } }, 2, 'Unknown type name alias: constructor'],
    [{ a: { $mod: [0, 1] } }, 2, 'divisor cannot be 0'],
    [{ a: { $not: 1 } }, 2, '$not needs a regex or a document'],
    [{ a: { $elemMatch: 1 } }, 2, '$elemMatch needs an Object'],
    [{ $expr: { $nothing: 1 } }, 168, "Unrecognized expression '$nothing'"],
    [{ $expr: '$$nothing' }, 17276, 'undefined variable'],
  ])('is refused: %j', (query, code, message) => {
    expect(errorOf(query)).toMatchObject({ code, message: expect.stringContaining(message) });
  });
});

describe('a valid query', () => {
  it('may compare with a reference (DBRef), whose fields look like operators', () => {
    expect(found({ a: { $ref: 'x', $id: 1 } }, [{ a: { $ref: 'x', $id: 1 } }])).toEqual([1]);
  });

  it('may have a field called __proto__ or _bsontype', () => {
    expect(found(JSON.parse('{"__proto__": 1}'), [JSON.parse('{"__proto__": 1}'), {}])).toEqual([1]);
    expect(found({ a: { _bsontype: 'Long' } }, [{ a: { _bsontype: 'Long' } }])).toEqual([1]);
  });
});
