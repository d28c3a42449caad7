import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import { makeDocument, pick, random, seed, value } from '../testing/random-documents';
import { storeForTests } from '../testing/store-for-tests';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { decode } from '../wire/decode';
import { compileProjection } from './compile';
import { parseProjection } from './parse';
import { compilePick } from './pick';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

/** The bytes picked from an encoded document; null if they are left to the decoder. The projection has to be a pick. */
function pickFrom(bytes: Buffer, projection: Document): Buffer | null {
  const compiled = compilePick(parseProjection(projection, true));
  if (!compiled) throw new Error('the projection does not only keep fields');
  return compiled(bytes);
}

function picked(document: Document, projection: Document): Document | null {
  const bytes = pickFrom(encode(document), projection);
  return bytes && decode(bytes);
}

/** A value of every BSON type whose end is found without decoding it; the deprecated type `undefined` is added below. */
const VALUES: readonly (readonly [string, unknown])[] = [
  ['Double', new Double(1.5)],
  ['string', 'tëxt'],
  ['empty string', ''],
  ['object', { a: { b: [1, { c: 'd' }] } }],
  ['array', [1, 'a', [null, new ObjectId()]]],
  ['empty array', []],
  ['Binary', new Binary(Buffer.from([0, 1, 2, 0]))],
  ['empty Binary', new Binary(Buffer.alloc(0))],
  ['Binary of subtype 2', new Binary(Buffer.from('abc'), Binary.SUBTYPE_BYTE_ARRAY)],
  ['UUID', new UUID()],
  ['ObjectId', new ObjectId()],
  ['boolean', true],
  ['Date', new Date(1)],
  ['null', null],
  ['Code', new Code('function () {}')],
  ['Code with scope', new Code('f', { a: { b: 1 } })],
  ['Symbol', new BSONSymbol('s')],
  ['Int32', new Int32(-7)],
  ['Timestamp', Timestamp.fromBits(1, 2)],
  ['Long', Long.fromString('9007199254740993')],
  ['Decimal128', Decimal128.fromString('1.5')],
  ['MinKey', new MinKey()],
  ['MaxKey', new MaxKey()],
];

describe('a projection that keeps whole fields', () => {
  it(`picks the same bytes that decoding, projecting and encoding give (seed ${SEED})`, () => {
    seed(SEED);
    for (let round = 0; round < 2_000; round++) {
      const document = { ...makeDocument(round), é: value(), ab: value() };
      const names = ['a', 'b', 'd', 'e', 'é', 'ab'].filter(() => random(2) === 0);
      const projection: Document = Object.fromEntries([...names, '_id'].map((name) => [name, 1]));
      if (names.length > 0) projection._id = pick([0, 1]);
      const about = { seed: SEED, document, projection };
      const expected = encode(compileProjection(projection)(document));
      expect([about, pickFrom(encode(document), projection)]).toEqual([about, expected]);
    }
  });

  it('keeps a name only as a whole, and the order of the document', () => {
    expect(picked({ _id: 1, ba: 1, b: 2, ab: 3, a: 4 }, { a: 1, b: 1 })).toEqual({ _id: 1, b: 2, a: 4 });
    expect(Object.keys(picked({ _id: 1, z: 1, a: 2 }, { a: 1, z: 1 }) ?? {})).toEqual(['_id', 'z', 'a']);
    expect(picked({ _id: 1 }, { a: 1, _id: 0 })).toEqual({});
  });

  it.each(VALUES)('keeps and skips a field of the type %s', (_type, other) => {
    const document = { _id: 1, before: other, a: 'x', after: other };
    expect(pickFrom(encode(document), { a: 1 })).toEqual(encode({ _id: 1, a: 'x' }));
    expect(pickFrom(encode(document), { before: 1 })).toEqual(encode({ _id: 1, before: other }));
    expect(pickFrom(encode(document), { after: 1, _id: 0 })).toEqual(encode({ after: other }));
  });

  it('keeps and skips a field of the deprecated type undefined', () => {
    // The value null has no bytes either: only the number of the type differs.
    const withUndefined = (document: Document): Buffer => {
      const bytes = encode(document);
      bytes[bytes.indexOf('\u000agone\0', 0, 'latin1')] = 6;
      return bytes;
    };
    const bytes = withUndefined({ a: 1, gone: null, b: 2 });
    expect(pickFrom(bytes, { b: 1 })).toEqual(encode({ b: 2 }));
    expect(pickFrom(bytes, { gone: 1 })).toEqual(withUndefined({ gone: null }));
  });

  it.each<[string, Document]>([
    ['before', { _id: 1, pattern: new BSONRegExp('^a', 'i'), a: 1 }],
    ['after', { _id: 1, a: 1, pattern: new BSONRegExp('^a', 'i') }],
  ])('is left to the decoder if a regular expression, whose end is unknown, is %s the field', (_where, document) => {
    expect(pickFrom(encode(document), { a: 1 })).toBeNull();
  });

  it.each<[string, Document]>([
    ['excludes a field', { a: 0 }],
    ['keeps a part of a field', { 'a.b': 1 }],
    ['computes a field', { a: { $add: [1, 1] } }],
    ['slices an array', { a: { $slice: 1 } }],
    ['keeps one element', { a: { $elemMatch: { b: 1 } } }],
    ['keeps the matched element', { 'a.$': 1 }],
  ])('is not one that %s', (_what, projection) => {
    expect(compilePick(parseProjection(projection, true))).toBeNull();
  });

  it('holds no more memory than the fields it keeps', () => {
    const bytes = encode({ _id: 1, text: 'x'.repeat(1_000_000), kept: 'y'.repeat(100_000), n: 1 });
    // Node.js allocates small buffers together, in pools of this size.
    expect(pickFrom(bytes, { n: 1 })?.buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize);
    const large = pickFrom(bytes, { kept: 1 });
    expect(large?.buffer.byteLength).toBe(large?.length);
  });
});

describe('damaged bytes', () => {
  const document = { _id: 1, text: 'abc', inner: { b: 1 }, binary: new Binary(Buffer.from('abc')), a: 1 };

  /** The document with another length in the field of this name. */
  function withLength(name: string, length: number): Buffer {
    const bytes = encode(document);
    bytes.writeInt32LE(length, bytes.indexOf(`${name}\0`, 4, 'latin1') + name.length + 1);
    return bytes;
  }

  it.each(['text', 'inner', 'binary'])('are left to the decoder if the length of the field %s is wrong', (name) => {
    for (const length of [1_000, 0x7fffffff, -1, -5, -9, -100, -0x80000000]) {
      expect([length, pickFrom(withLength(name, length), { a: 1 })]).toEqual([length, null]);
    }
  });

  it('are left to the decoder if they end in a name or in a length', () => {
    const bytes = encode({ a: 1, long: 'abc' });
    const atName = bytes.indexOf('long');
    for (const end of [atName + 2, atName + 4, atName + 5, atName + 6, atName + 8]) {
      expect([end, pickFrom(bytes.subarray(0, end), { a: 1 })]).toEqual([end, null]);
    }
  });

  it('never make it throw or loop for ever, whichever byte is wrong', () => {
    const whole = encode(Object.fromEntries([...VALUES, ['a', 1]]));
    for (let at = 4; at < whole.length; at++) {
      for (const wrong of [0, 1, 0x7f, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes[at] = wrong;
        const found = pickFrom(bytes, { a: 1 });
        expect(found === null || found.length <= bytes.length).toBe(true);
      }
    }
  });
});

describe('find', () => {
  const at = storeForTests();

  it('returns the fields of such a projection, with their types, whatever else is in the documents', async () => {
    const list = at.db.collection<{ _id: number; [field: string]: unknown }>('list');
    const others: readonly (readonly [string, unknown])[] = [...VALUES, ['regex', new BSONRegExp('^a', 'i')]];
    await list.insertMany(others.map(([type, other], n) => ({ _id: n, before: other, type, after: other })));
    const raw = { promoteValues: false, bsonRegExp: true };
    const types = list.find({}, { projection: { type: 1 } }).sort({ _id: 1 });
    expect(await types.toArray()).toEqual(others.map(([type], n) => ({ _id: n, type })));
    const projection = { before: 1, after: 1, _id: 0 };
    const found = await list
      .find({}, { projection, ...raw })
      .sort({ _id: 1 })
      .toArray();
    const all = await list.find({}, raw).sort({ _id: 1 }).toArray();
    expect(found).toEqual(all.map(({ before, after }) => ({ before, after })));
  });
});
