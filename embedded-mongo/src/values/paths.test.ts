import { describe, expect, it } from '@jest/globals';
import { documentKeys, indexValues, lookup, ParallelArrays, pathParts } from './paths';
import { sortDocuments, sorter } from './sort';
import { EMPTY_ARRAY } from './types';

function values(document: object, path: string): unknown[] {
  return lookup(document, pathParts(path)).map((branch) => branch.value);
}

describe('field paths in queries', () => {
  it('descend into the elements of arrays', () => {
    expect(values({ a: [{ b: 1 }, { c: 2 }, 5] }, 'a.b')).toEqual([1, undefined]);
    expect(values({ a: [5, 6] }, 'a.1')).toEqual([6]);
    expect(values({ a: [[{ b: 1 }]] }, 'a.b')).toEqual([]);
    expect(values({ a: 1 }, 'a.b')).toEqual([undefined]);
    expect(values({}, '__proto__')).toEqual([undefined]);
  });

  it('keep the index of the first array on the path', () => {
    const branches = lookup({ a: [{ b: [1] }, { b: [2, 3] }] }, ['a', 'b']);
    expect(branches.map((branch) => branch.index)).toEqual([0, 1]);
  });
});

describe('index keys', () => {
  it('exist once for each element of an array', () => {
    expect(indexValues({ a: [1, [2, 3]] }, ['a'])).toEqual({ values: [1, [2, 3]], multikey: true });
    expect(indexValues({ a: 1 }, ['a'])).toEqual({ values: [1], multikey: false });
    expect(indexValues({ a: [{ b: 1 }, { c: 1 }, 5] }, ['a', 'b']).values).toEqual([1, undefined, undefined]);
    expect(indexValues({ a: [7, 8] }, ['a', '1'])).toEqual({ values: [8], multikey: false });
  });

  it('distinguish an empty array from a missing field', () => {
    expect(indexValues({ a: [] }, ['a']).values).toEqual([EMPTY_ARRAY]);
    expect(indexValues({ a: [] }, ['a', 'b']).values).toEqual([undefined]);
    expect(indexValues({}, ['a']).values).toEqual([undefined]);
  });

  it('of two paths through the same array are combined element by element', () => {
    const document = { a: [{ x: 1, y: 5 }, { x: 2 }], b: 3 };
    const { rows } = documentKeys(document, [['a', 'x'], ['b'], ['a', 'y']]);
    expect(rows).toEqual([
      [1, 3, 5],
      [2, 3, undefined],
    ]);
  });

  it('refuse two arrays in one compound key', () => {
    expect(() => documentKeys({ a: [1], b: [2] }, [['a'], ['b']])).toThrow(ParallelArrays);
  });
});

describe('sorting', () => {
  const ids = (documents: Record<string, unknown>[], spec: Record<string, unknown>) =>
    sortDocuments(documents, spec).map((document) => document._id);

  it('uses the least element of an array, or the greatest when descending', () => {
    const documents = [
      { _id: 1, a: [3, 9] },
      { _id: 2, a: [10, 2] },
    ];
    expect(ids(documents, { a: 1 })).toEqual([2, 1]);
    expect(ids(documents, { a: -1 })).toEqual([2, 1]);
  });

  it('keeps the order of equal keys and sorts missing, empty and null as MongoDB does', () => {
    const documents = [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: [] }, { _id: 4, a: 0 }];
    expect(ids(documents, { a: 1 })).toEqual([3, 1, 2, 4]);
    expect(ids(documents, { a: -1 })).toEqual([4, 1, 2, 3]);
  });

  it('compares whole compound keys, not the least value of each field', () => {
    const documents = [
      {
        _id: 1,
        a: [
          { x: 1, y: 5 },
          { x: 2, y: 1 },
        ],
      },
      { _id: 2, a: [{ x: 1, y: 3 }] },
    ];
    expect(ids(documents, { 'a.x': 1, 'a.y': 1 })).toEqual([2, 1]);
  });

  it('refuses invalid patterns, and two fields with arrays in one document', () => {
    expect(() => sorter({ a: 2 })).toThrow(expect.objectContaining({ code: 15975 }));
    expect(() => sorter({ a: 'x' })).toThrow(expect.objectContaining({ code: 15974 }));
    expect(() => ids([{ _id: 1, a: [1], b: [2] }], { a: 1, b: 1 })).toThrow(expect.objectContaining({ code: 2 }));
  });
});
