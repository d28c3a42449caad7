import { describe, expect, it } from '@jest/globals';
import { Double, Long, ObjectId, Timestamp } from 'bson';
import { compileMatch } from '../match/compile';
import type { MatchPosition } from '../match/context';
import { decimal, long } from '../testing/examples';
import { identical } from '../values/compare';
import type { Document } from '../values/types';
import { compileUpdate, isReplacement, type UpdateContext, type UpdateOptions } from './compile';
import { idFirst, upsertBase } from './upsert';

interface Case extends UpdateOptions, UpdateContext {
  query?: Document;
}

/** The fields a document has after an update, without its `_id`. */
function updated(fields: Document, update: unknown, { query, ...options }: Case = {}): Document {
  const document = { _id: 1, ...fields };
  const position: MatchPosition = {};
  if (query) compileMatch(query)(document, position);
  const { _id, ...rest } = compileUpdate(update, options)(document, { ...options, position });
  return rest;
}

function codeOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
}

function upserted(query: Document, update: unknown): Document {
  return idFirst(compileUpdate(update)(upsertBase(query), { inserting: true }));
}

describe('number updates', () => {
  it('keep the type and every digit', () => {
    const next = updated({ a: long('9007199254740992') }, { $inc: { a: 1 } });
    expect(identical(next, { a: long('9007199254740993') })).toBe(true);
    expect(String(updated({ a: decimal('0.1') }, { $inc: { a: decimal('0.2') } }).a)).toBe('0.3');
    expect(updated({ a: 2 }, { $mul: { a: 2.5 } })).toEqual({ a: new Double(5) });
  });

  it('treat a missing field as zero', () => {
    expect(updated({}, { $inc: { 'a.b': 2 } })).toEqual({ a: { b: 2 } });
    expect(updated({}, { $mul: { a: 3 } })).toEqual({ a: 0 });
  });

  it('refuse a value that is not a number and a result beyond 64 bits', () => {
    expect(codeOf(() => updated({ a: 'x' }, { $inc: { a: 1 } }))).toBe(14);
    expect(codeOf(() => updated({ a: null }, { $inc: { a: 1 } }))).toBe(14);
    expect(codeOf(() => updated({ a: 1 }, { $inc: { a: 'x' } }))).toBe(14);
    expect(codeOf(() => updated({ a: Long.MAX_VALUE }, { $inc: { a: 1 } }))).toBe(2);
  });

  it('combine the bits of integers', () => {
    expect(updated({ a: 12 }, { $bit: { a: { and: 10 } } })).toEqual({ a: 8 });
    expect(updated({}, { $bit: { a: { or: 5 } } })).toEqual({ a: 5 });
    expect(codeOf(() => updated({ a: 1.5 }, { $bit: { a: { and: 1 } } }))).toBe(2);
    expect(codeOf(() => updated({ a: 1 }, { $bit: { a: { nand: 1 } } }))).toBe(2);
  });
});

describe('field updates', () => {
  it('create missing parents of a path', () => {
    expect(updated({}, { $set: { 'a.0': 1 } })).toEqual({ a: { 0: 1 } });
    expect(updated({ a: [1] }, { $set: { 'a.2': 2 } })).toEqual({ a: [1, null, 2] });
    expect(updated({ a: [{ b: 1 }] }, { $set: { 'a.0.b': 2 } })).toEqual({ a: [{ b: 2 }] });
  });

  it('cannot set a field below a scalar', () => {
    expect(codeOf(() => updated({ a: null }, { $set: { 'a.b': 1 } }))).toBe(28);
    expect(codeOf(() => updated({ a: [1] }, { $set: { 'a.b': 1 } }))).toBe(28);
  });

  it('remove fields, and turn removed array elements into null', () => {
    expect(updated({ a: 1, b: 2 }, { $unset: { a: 1 } })).toEqual({ b: 2 });
    expect(updated({ a: [1, 2, 3] }, { $unset: { 'a.1': 1 } })).toEqual({ a: [1, null, 3] });
    expect(updated({ a: 1 }, { $unset: { 'a.b': 1, 'x.y': 1 } })).toEqual({ a: 1 });
  });

  it('rename fields', () => {
    expect(updated({ a: 1 }, { $rename: { a: 'b.c' } })).toEqual({ b: { c: 1 } });
    expect(updated({ z: 1 }, { $rename: { a: 'b' } })).toEqual({ z: 1 });
    expect(Object.entries(updated({ a: 1 }, { $rename: { a: '__proto__' } }))).toEqual([['__proto__', 1]]);
    expect(codeOf(() => updated({ a: [{ b: 1 }] }, { $rename: { 'a.b': 'c' } }))).toBe(2);
    expect(codeOf(() => updated({ a: 1 }, { $rename: { a: 'a' } }))).toBe(2);
  });

  it('store the lesser or greater value of any type', () => {
    expect(updated({ a: new Date(9) }, { $min: { a: new Date(5) } })).toEqual({ a: new Date(5) });
    expect(updated({ a: 5 }, { $max: { a: 'x' } })).toEqual({ a: 'x' });
    expect(updated({ a: 5 }, { $max: { a: 5 } })).toEqual({ a: 5 });
  });

  it('store the current time', () => {
    const now = new Date(1_700_000_000_000);
    expect(updated({}, { $currentDate: { a: true, b: { $type: 'timestamp' } } }, { now })).toEqual({
      a: now,
      b: new Timestamp({ t: 1_700_000_000, i: 1 }),
    });
    expect(codeOf(() => updated({}, { $currentDate: { a: 'now' } }))).toBe(2);
  });

  it('add fields in the order of their paths', () => {
    expect(Object.keys(updated({}, { $set: { c: 1, a: 1 }, $inc: { b: 1 } }))).toEqual(['a', 'b', 'c']);
  });

  it('do not modify the input document', () => {
    const document = { _id: 1, a: { b: [1] } };
    compileUpdate({ $push: { 'a.b': 2 }, $set: { 'a.c': 1 } })(document);
    expect(document).toEqual({ _id: 1, a: { b: [1] } });
  });

  it('accept a field called __proto__', () => {
    const result = updated({}, JSON.parse('{"$set": {"__proto__": 5}}'));
    expect(Object.hasOwn(result, '__proto__')).toBe(true);
  });
});

describe('positional updates', () => {
  const items = [
    { k: 1, v: 0 },
    { k: 2, v: 0 },
  ];
  const second = {
    a: [
      { k: 1, v: 0 },
      { k: 2, v: 9 },
    ],
  };

  it('change the element that the query matched', () => {
    expect(updated({ a: items }, { $set: { 'a.$.v': 9 } }, { query: { 'a.k': 2 } })).toEqual(second);
    const query = { a: { $elemMatch: { k: { $gt: 1 } } } };
    expect(updated({ a: items }, { $set: { 'a.$.v': 9 } }, { query })).toEqual(second);
    expect(codeOf(() => updated({ a: [1] }, { $set: { 'a.$': 9 } }))).toBe(2);
  });

  it('change all elements, or those that a filter matches', () => {
    expect(updated({ a: [1, 2] }, { $inc: { 'a.$[]': 1 } })).toEqual({ a: [2, 3] });
    const nested = { a: [{ b: [1, 5] }, { b: [3, 2] }] };
    expect(updated(nested, { $set: { 'a.$[].b.$[y]': 9 } }, { arrayFilters: [{ y: 3 }] })).toEqual({
      a: [{ b: [1, 5] }, { b: [9, 2] }],
    });
    const filters = { arrayFilters: [{ 'x.k': { $gte: 2 } }] };
    expect(updated({ a: items }, { $set: { 'a.$[x].v': 9 } }, filters)).toEqual(second);
  });

  it('need an array, a filter for each name and a use for each filter', () => {
    expect(codeOf(() => updated({ a: 1 }, { $inc: { 'a.$[]': 1 } }))).toBe(2);
    expect(codeOf(() => updated({}, { $inc: { 'a.$[]': 1 } }))).toBe(2);
    expect(codeOf(() => updated({ a: [1] }, { $inc: { 'a.$[x]': 1 } }))).toBe(2);
    expect(codeOf(() => updated({ a: [1] }, { $set: { b: 1 } }, { arrayFilters: [{ x: 1 }] }))).toBe(9);
    expect(codeOf(() => updated({ a: [1] }, { $set: { 'a.$[x]': 1 } }, { arrayFilters: [{ x: 1, y: 1 }] }))).toBe(9);
    expect(codeOf(() => updated({}, { $set: { $: 1 } }))).toBe(2);
  });
});

describe('array updates', () => {
  it('add elements, sort and slice', () => {
    expect(updated({}, { $push: { a: 1 } })).toEqual({ a: [1] });
    const clauses = { $each: [{ s: 1 }, { s: 3 }], $sort: { s: -1 }, $slice: 2 };
    expect(updated({ a: [{ s: 2 }] }, { $push: { a: clauses } })).toEqual({ a: [{ s: 3 }, { s: 2 }] });
    expect(updated({ a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } })).toEqual({ a: [1, 9, 2] });
    expect(updated({ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } })).toEqual({ a: [1, 9, 2] });
    expect(updated({ a: [2, 1] }, { $push: { a: { $each: [], $sort: 1, $slice: -1 } } })).toEqual({ a: [2] });
  });

  it('add each value once', () => {
    const each = { a: { $each: [{ x: 1 }, { x: 2 }, { x: 2 }] } };
    expect(updated({ a: [{ x: 1 }] }, { $addToSet: each })).toEqual({ a: [{ x: 1 }, { x: 2 }] });
    const id = new ObjectId();
    expect(updated({ a: [id] }, { $addToSet: { a: new ObjectId(id.toHexString()) } })).toEqual({ a: [id] });
    expect(updated({ a: [1] }, { $addToSet: { a: decimal('1.0') } })).toEqual({ a: [1] });
  });

  it('remove elements by value, by query and from the ends', () => {
    const id = new ObjectId();
    expect(updated({ a: [id, 1] }, { $pull: { a: new ObjectId(id.toHexString()) } })).toEqual({ a: [1] });
    expect(updated({ a: [{ s: 1 }, { s: 5 }] }, { $pull: { a: { s: { $gt: 2 } } } })).toEqual({ a: [{ s: 1 }] });
    expect(updated({ a: [1, 5] }, { $pull: { a: { $gt: 2 } } })).toEqual({ a: [1] });
    expect(updated({ a: ['ab', 'b'] }, { $pull: { a: /^a/ } })).toEqual({ a: ['b'] });
    expect(updated({ a: [1, 2, 1] }, { $pullAll: { a: [1] } })).toEqual({ a: [2] });
    expect(updated({ a: [1, 2, 3] }, { $pop: { a: 1 } })).toEqual({ a: [1, 2] });
    expect(updated({ a: [1, 2, 3] }, { $pop: { a: -1 } })).toEqual({ a: [2, 3] });
    expect(updated({}, { $pull: { a: 1 }, $pop: { b: 1 } })).toEqual({});
  });

  it('refuse fields that are not arrays, and invalid arguments', () => {
    expect(codeOf(() => updated({ a: 1 }, { $push: { a: 1 } }))).toBe(2);
    expect(codeOf(() => updated({ a: 1 }, { $addToSet: { a: 1 } }))).toBe(2);
    expect(codeOf(() => updated({ a: 1 }, { $pull: { a: 1 } }))).toBe(2);
    expect(codeOf(() => updated({ a: 1 }, { $pop: { a: 1 } }))).toBe(14);
    expect(codeOf(() => updated({ a: [] }, { $push: { a: { $each: 1 } } }))).toBe(2);
    expect(codeOf(() => updated({ a: [] }, { $push: { a: { $each: [], $what: 1 } } }))).toBe(2);
    expect(codeOf(() => updated({ a: [] }, { $pop: { a: 2 } }))).toBe(9);
  });
});

describe('an invalid update', () => {
  it('is refused with MongoDB’s codes', () => {
    expect(codeOf(() => compileUpdate({ $set: { a: 1, 'a.b': 2 } }))).toBe(40);
    expect(codeOf(() => compileUpdate({ $set: { a: 1 }, $inc: { a: 1 } }))).toBe(40);
    expect(codeOf(() => compileUpdate({ $rename: { a: 'b' }, $set: { b: 1 } }))).toBe(40);
    expect(codeOf(() => compileUpdate({ $foo: { a: 1 } }))).toBe(9);
    expect(codeOf(() => compileUpdate({ $set: 5 }))).toBe(9);
    expect(codeOf(() => compileUpdate({ $set: { '': 1 } }))).toBe(56);
    expect(codeOf(() => compileUpdate({ $set: { 'a..b': 1 } }))).toBe(56);
    expect(codeOf(() => compileUpdate({ $set: { $a: 1 } }))).toBe(52);
    expect(codeOf(() => compileUpdate({ a: 1, $b: 1 }))).toBe(52);
    expect(codeOf(() => compileUpdate([{ $match: {} }]))).toBe(72);
    expect(codeOf(() => compileUpdate([{ $what: {} }]))).toBe(40324);
  });

  it('is refused if it changes the _id', () => {
    expect(codeOf(() => updated({}, { $set: { _id: 5 } }))).toBe(66);
    expect(codeOf(() => updated({}, { $unset: { _id: 1 } }))).toBe(66);
    expect(codeOf(() => updated({}, { _id: 2, a: 1 }))).toBe(66);
    expect(updated({}, { $set: { _id: 1, a: 2 } })).toEqual({ a: 2 });
  });
});

describe('replacements and pipelines', () => {
  it('keep the _id, as the first field', () => {
    expect(compileUpdate({ a: 2 })({ _id: 1, z: 1 })).toEqual({ _id: 1, a: 2 });
    expect(Object.keys(compileUpdate({ a: 2, _id: 1 })({ _id: 1 }))).toEqual(['_id', 'a']);
    expect(compileUpdate([{ $replaceWith: { a: 1 } }])({ _id: 1, z: 1 })).toEqual({ _id: 1, a: 1 });
  });

  it('are distinguished from operators', () => {
    expect([{ a: 1 }, {}, { $set: { a: 1 } }, [{ $set: { a: 1 } }]].map(isReplacement)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('compute from the document and variables', () => {
    expect(updated({ a: 1 }, [{ $set: { b: { $add: ['$a', 2] } } }])).toEqual({ a: 1, b: 3 });
    expect(updated({ a: 1 }, [{ $set: { b: '$$x' } }, { $unset: 'a' }], { let: { x: 7 } })).toEqual({ b: 7 });
  });
});

describe('upserts', () => {
  it('begin with the equality conditions of the query', () => {
    expect(upserted({ _id: 1, 'a.b': 2 }, { $set: { c: 3 } })).toEqual({ _id: 1, a: { b: 2 }, c: 3 });
    const query = { $and: [{ _id: 1 }, { a: { $eq: 2 } }], b: { $gt: 1 }, d: { $in: [4] }, e: /x/, f: { $all: [6] } };
    expect(upserted(query, { $set: { z: 1 } })).toEqual({ _id: 1, a: 2, d: 4, f: 6, z: 1 });
    expect(codeOf(() => upsertBase({ a: 1, $and: [{ a: 2 }] }))).toBe(54);
  });

  it('apply $setOnInsert, which other updates ignore', () => {
    expect(upserted({ _id: 1 }, { $inc: { n: 1 }, $setOnInsert: { o: 'i' } })).toEqual({ _id: 1, n: 1, o: 'i' });
    expect(updated({ n: 1 }, { $setOnInsert: { 'o.p': 'i' }, $inc: { n: 1 } })).toEqual({ n: 2 });
  });

  it('create a missing _id', () => {
    expect(upserted({ a: 1 }, { b: 2 })._id).toBeInstanceOf(ObjectId);
  });
});
