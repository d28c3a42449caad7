import { expect, test } from '@jest/globals';
import { Binary, Code, Decimal128, Long, MaxKey, ObjectId, Timestamp } from 'bson';
import type { Document } from '../values/types';
import { checkDepth, encode } from './bson';
import { decode } from './decode';

const EVERY_TYPE: Document = {
  double: 1.5,
  text: 'x'.repeat(1500),
  inner: { list: [1, 'a', { b: null }] },
  binary: new Binary(Buffer.from([1, 2, 3])),
  id: new ObjectId(),
  yes: true,
  date: new Date(0),
  nothing: null,
  code: new Code('f', { a: { b: 1 } }),
  int: 7,
  time: Timestamp.fromBits(1, 2),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.5'),
  last: new MaxKey(),
};

function nested(levels: number): Document {
  let document: Document = {};
  for (let level = 1; level < levels; level++) document = { a: document };
  return { ...document, padding: 'x'.repeat(2000) };
}

test('every type is equal after encoding and decoding, longs and decimals exactly', () => {
  expect(decode(encode(EVERY_TYPE))).toEqual(EVERY_TYPE);
  expect(() => checkDepth(encode(EVERY_TYPE))).not.toThrow();
});

test('200 levels of nesting are accepted and 201 are refused', () => {
  expect(() => checkDepth(encode(nested(200)))).not.toThrow();
  expect(() => checkDepth(encode(nested(201)))).toThrow('maximum nested object depth');
});

test('truncated bytes are refused and never read past their end', () => {
  const bytes = encode(EVERY_TYPE);
  for (let length = 1405; length < bytes.length - 1; length++) {
    expect(() => checkDepth(bytes.subarray(0, length))).toThrow();
  }
});
