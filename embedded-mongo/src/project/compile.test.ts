import { describe, expect, it } from '@jest/globals';
import type { Document } from '../values/types';
import { compileProjection, compileUnset, type ProjectionOptions } from './compile';

function projected(document: Document, projection: Document, options?: ProjectionOptions): Document {
  return compileProjection(projection, options)({ _id: 1, ...document });
}

function codeOf(projection: Document, options?: ProjectionOptions): unknown {
  try {
    compileProjection(projection, options);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
}

describe('projections', () => {
  it('keep or drop fields', () => {
    expect(projected({ a: 1, b: 2 }, { a: 1 })).toEqual({ _id: 1, a: 1 });
    expect(projected({ a: 1, b: 2 }, { a: 1, _id: 0 })).toEqual({ a: 1 });
    expect(projected({ a: 1, b: 2 }, { a: 0 })).toEqual({ _id: 1, b: 2 });
    expect(projected({ a: 1, b: 2 }, { _id: 0 })).toEqual({ a: 1, b: 2 });
    expect(projected({ a: 1, b: 2 }, { _id: 1 })).toEqual({ _id: 1 });
    expect(projected({ a: { b: 1, c: 2 } }, { a: { b: 1 } })).toEqual({ _id: 1, a: { b: 1 } });
    expect(projected({ a: 1 }, {})).toEqual({ _id: 1, a: 1 });
  });

  it('go through arrays', () => {
    expect(projected({ a: [{ b: 1, c: 2 }, { c: 3 }, 5] }, { 'a.b': 1 })).toEqual({ _id: 1, a: [{ b: 1 }, {}] });
    expect(projected({ a: [{ b: 1, c: 2 }, 5] }, { 'a.b': 0 })).toEqual({ _id: 1, a: [{ c: 2 }, 5] });
  });

  it('keep the field order of the document', () => {
    expect(Object.keys(projected({ c: 1, a: [1], b: 1 }, { a: { $slice: 1 }, b: 1, c: 1 }))).toEqual([
      '_id',
      'c',
      'a',
      'b',
    ]);
  });

  it('slice arrays', () => {
    expect(projected({ a: [1, 2, 3], z: 1 }, { a: { $slice: -2 } })).toEqual({ _id: 1, a: [2, 3], z: 1 });
    expect(projected({ a: [1, 2, 3], z: 1 }, { a: { $slice: [1, 1] }, z: 1 })).toEqual({ _id: 1, a: [2], z: 1 });
    expect(projected({ a: { b: [1, 2] } }, { 'a.b': { $slice: 1 } })).toEqual({ _id: 1, a: { b: [1] } });
    expect(projected({ a: 5 }, { a: { $slice: 1 } })).toEqual({ _id: 1, a: 5 });
  });

  it('return the first matching element with $elemMatch', () => {
    const list = [{ b: 1 }, { b: 2 }, { b: 2, c: 1 }];
    expect(projected({ a: list, z: 1 }, { a: { $elemMatch: { b: 2 } } })).toEqual({ _id: 1, a: [{ b: 2 }] });
    expect(projected({ a: list, z: 1 }, { a: { $elemMatch: { b: 9 } } })).toEqual({ _id: 1 });
  });

  it('with the positional operator return the element that the query matched', () => {
    expect(projected({ a: [1, 2, 3] }, { 'a.$': 1 }, { query: { a: { $gt: 1 } } })).toEqual({ _id: 1, a: [2] });
    const nested = {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 2 },
      ],
    };
    expect(projected(nested, { 'a.$': 1 }, { query: { 'a.k': 2 } })).toEqual({ _id: 1, a: [{ k: 2, v: 2 }] });
    expect(() => projected({ a: [1] }, { 'a.$': 1 }, { query: {} })).toThrow(expect.objectContaining({ code: 51246 }));
  });

  it('compute fields', () => {
    expect(projected({ a: 2 }, { b: { $add: ['$a', 1] }, 'c.d': '$a' })).toEqual({ _id: 1, b: 3, c: { d: 2 } });
    expect(projected({ a: 2 }, { a: '$nothing' })).toEqual({ _id: 1 });
    expect(projected({ a: 2 }, { a: '$$x' }, { variables: { x: 1 } })).toEqual({ _id: 1, a: 1 });
    expect(projected({ a: [{ b: 1, c: 1 }] }, { 'a.d': { $literal: 5 } })).toEqual({ _id: 1, a: [{ d: 5 }] });
  });

  it('refuse a mix of inclusion and exclusion, colliding paths and invalid operators', () => {
    expect(codeOf({ a: 1, b: 0 })).toBe(31254);
    expect(codeOf({ a: 0, b: 1 })).toBe(31253);
    expect(codeOf({ a: 0, b: '$c' })).toBe(31252);
    expect(codeOf({ a: 1, 'a.b': 1 })).toBe(31249);
    expect(codeOf({ $a: 1 })).toBe(16410);
    expect(codeOf({ a: { $meta: 'textScore' } })).toBe(40218);
    expect(codeOf({ 'a.$': 0 })).toBe(31395);
    expect(codeOf({ a: { $what: 1 } })).toBe(168);
    expect(codeOf({ 'a.$': 1 }, { stage: true })).toBe(16410);
  });

  it('unset paths in pipelines', () => {
    expect(compileUnset(['a', 'b.c'])({ a: 1, b: { c: 1, d: 1 } })).toEqual({ b: { d: 1 } });
  });
});
