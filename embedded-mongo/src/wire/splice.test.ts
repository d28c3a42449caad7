import { expect, test } from '@jest/globals';
import { ObjectId } from 'bson';
import { pick, random, seed, value } from '../testing/random-documents';
import type { Document } from '../values/types';
import { encode } from './bson';
import { decode } from './decode';
import { encodeChanged } from './splice';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

const spliced = (before: Document, change: (document: Document) => Document) => {
  const bytes = encode(before);
  const document = decode(bytes);
  const after = change(document);
  return { made: encodeChanged(after, { document, bytes }).toString('hex'), whole: encode(after).toString('hex') };
};

test.each<[string, Document, (document: Document) => Document]>([
  ['nothing', { a: 1, b: [1] }, (document) => ({ ...document })],
  ['everything', { a: 1, b: [1] }, () => ({ a: 2, b: [2] })],
  ['a field in the middle', { _id: new ObjectId(), a: 1, b: { c: 1 } }, (document) => ({ ...document, a: 'two' })],
  ['the order', { a: 1, b: 'x', c: null }, ({ a, b, c }) => ({ c, a, b })],
  ['a removed field', { a: 1, b: 'x', c: null }, ({ a, c }) => ({ a, c })],
  ['all fields, which are removed,', { a: 1 }, () => ({})],
  ['an empty document', {}, () => ({ a: 1 })],
  ['a new field at the end', { a: 1 }, (document) => ({ ...document, b: new Date(0) })],
  ['the sign of zero', { a: 0, b: 1 }, (document) => ({ ...document, a: -0 })],
  ['a document with names that are numbers', { b: 1, 2: 'two', 1: 'one' }, (document) => ({ ...document, b: 2 })],
  ['a document with names beyond ASCII', { नाम: 'x', b: 1 }, (document) => ({ ...document, b: 2 })],
  ['a document with names that have a common prefix', { a: 1, ab: 2, abc: 3 }, (document) => ({ ...document, ab: 4 })],
])('after a change of %s the spliced bytes equal those of the whole document', (_name, before, change) => {
  const { made, whole } = spliced(before, change);
  expect(made).toBe(whole);
});

test('a field called __proto__ is kept', () => {
  const before: Document = JSON.parse('{"a":1,"__proto__":{"b":1},"c":2}');
  const { made, whole } = spliced(before, (document) => {
    const after: Document = {};
    for (const key of Object.keys(document)) {
      const own = Object.getOwnPropertyDescriptor(document, key)?.value;
      Object.defineProperty(after, key, { value: key === 'c' ? 3 : own, enumerable: true });
    }
    return after;
  });
  expect(made).toBe(whole);
});

test(`splicing a randomly changed document gives the same bytes as encoding the whole document (seed ${SEED})`, () => {
  seed(SEED);
  const names = ['a', 'b', 'ab', 'c', 'd', 'नाम', '7'];
  for (let round = 0; round < 2000; round++) {
    const before = Object.fromEntries(names.filter(() => random(2) === 0).map((name) => [name, value()]));
    const { made, whole } = spliced(before, (document) => {
      const kept = Object.entries(document).filter(() => random(5) > 0);
      return { ...Object.fromEntries(kept), ...(random(2) === 0 ? { [pick(names)]: value() } : {}) };
    });
    expect({ round, made }).toEqual({ round, made: whole });
  }
});
