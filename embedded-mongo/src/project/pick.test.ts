import { describe, expect, it } from '@jest/globals';
import { BSONRegExp } from 'bson';
import { makeDocument, pick, random, seed, value } from '../testing/random-documents';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { decode } from '../wire/decode';
import { compileProjection, keptFields } from './compile';
import { pickFields } from './pick';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

function picked(document: Document, projection: Document): Document | null {
  const names = keptFields(projection);
  const bytes = names && pickFields(encode(document), names);
  return bytes && decode(bytes);
}

describe('a projection that keeps whole fields', () => {
  it(`picks the same bytes that decoding, projecting and encoding give (seed ${SEED})`, () => {
    seed(SEED);
    for (let round = 0; round < 2_000; round++) {
      const document = { ...makeDocument(round), é: value(), ab: value() };
      const names = ['a', 'b', 'd', 'e', 'é', 'ab'].filter(() => random(2) === 0);
      const projection: Document = Object.fromEntries([...names, '_id'].map((name) => [name, 1]));
      if (names.length > 0) projection._id = pick([0, 1]);
      const kept = keptFields(projection) ?? [];
      const about = { seed: SEED, document, projection };
      const expected = encode(compileProjection(projection)(document));
      expect([about, pickFields(encode(document), kept)]).toEqual([about, expected]);
    }
  });

  it('keeps a name only as a whole, and the order of the document', () => {
    expect(picked({ _id: 1, ba: 1, b: 2, ab: 3, a: 4 }, { a: 1, b: 1 })).toEqual({ _id: 1, b: 2, a: 4 });
    expect(Object.keys(picked({ _id: 1, z: 1, a: 2 }, { a: 1, z: 1 }) ?? {})).toEqual(['_id', 'z', 'a']);
    expect(picked({ _id: 1 }, { a: 1, _id: 0 })).toEqual({});
  });

  it.each<[string, Document]>([
    ['excludes a field', { a: 0 }],
    ['keeps a part of a field', { 'a.b': 1 }],
    ['computes a field', { a: { $add: [1, 1] } }],
    ['slices an array', { a: { $slice: 1 } }],
    ['keeps one element', { a: { $elemMatch: { b: 1 } } }],
    ['keeps the matched element', { 'a.$': 1 }],
  ])('is not one that %s', (_what, projection) => {
    expect(keptFields(projection)).toBeNull();
  });

  it('is left to the decoder for a type whose end is unknown', () => {
    expect(picked({ _id: 1, pattern: new BSONRegExp('^a'), a: 1 }, { a: 1 })).toBeNull();
  });
});
