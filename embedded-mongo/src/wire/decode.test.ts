import { expect, test } from '@jest/globals';
import {
  Binary,
  BSON,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
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
import { MongoError } from '../values/errors';
import type { Document } from '../values/types';
import { decode } from './decode';

function bytesOf(document: Document): Buffer {
  return Buffer.from(BSON.serialize(document, { ignoreUndefined: false }));
}

const SAMPLES: readonly (() => unknown)[] = [
  () => 1.5,
  () => 2 ** 40,
  () => -7,
  () => 'text',
  () => 'ride ₹ – 🚕 \ufffd',
  () => '',
  () => 'x'.repeat(5000),
  () => null,
  () => true,
  () => new Date(1_700_000_000_123),
  () => new Date(-5),
  () => new ObjectId(),
  () => Long.fromString('-9007199254740993'),
  () => Decimal128.fromString('1.10'),
  () => new Binary(Buffer.from([1, 2, 3]), 0),
  () => new Binary(Buffer.from([1, 2, 3]), 2),
  () => new UUID(),
  () => new BSONRegExp('^a.*', 'i'),
  () => new Code('f()'),
  () => new Code('f()', { a: { b: 1 } }),
  () => Timestamp.fromBits(3, 4),
  () => new MinKey(),
  () => new MaxKey(),
  () => new BSONSymbol('sign'),
  () => [],
  () => ({}),
];

test('decoding gives the same result as the bson library for any nesting', () => {
  const made = (depth: number): unknown => {
    const kind = Math.floor(Math.random() * (SAMPLES.length + 4));
    if (kind < SAMPLES.length || depth > 4) return (SAMPLES[kind % SAMPLES.length] ?? (() => 0))();
    const members = Array.from({ length: 4 }, () => made(depth + 1));
    return kind % 2 ? members : Object.fromEntries(members.map((member, n) => [`field ${n} ₹${kind}`, member]));
  };
  for (let round = 0; round < 300; round++) {
    const bytes = bytesOf({ _id: round, made: made(0), constructor: 1, ['__proto__']: { x: made(3) } });
    const options = { promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;
    expect(decode(bytes)).toEqual(BSON.deserialize(bytes, options));
    expect(bytesOf(decode(bytes)).equals(bytesOf(BSON.deserialize(bytes, options)))).toBe(true);
  }
});

test('every number keeps its type', () => {
  const document = { int: new Int32(5), double: new Double(5), wide: new Double(2 ** 40), zero: new Double(-0) };
  const bytes = bytesOf(document);
  expect(decode(bytes)).toEqual({ int: 5, double: new Double(5), wide: 2 ** 40, zero: -0 });
  expect(bytesOf(decode(bytes)).equals(bytes)).toBe(true);
});

test('a reference is a plain document', () => {
  const id = new ObjectId();
  const decoded = decode(bytesOf({ r: [new DBRef('people', id, 'other', { note: 1 })] }));
  expect(decoded).toEqual({ r: [{ $ref: 'people', $id: id, $db: 'other', note: 1 }] });
});

test('a regular expression with an unknown option is refused with the error of MongoDB', () => {
  const bytes = Buffer.from(bytesOf({ r: new BSONRegExp('text', 'i') }));
  bytes.write('q', bytes.indexOf('text') + 5, 'latin1');
  expect(() => decode(bytes)).toThrow('invalid flag in regex options: q');
});

test('truncated bytes are refused; with one changed byte they are refused or decoded, and never read past their end', () => {
  const bytes = bytesOf(Object.fromEntries(SAMPLES.map((sample, n) => [`f${n}`, sample()])));
  for (let length = 0; length < bytes.length; length += 7) expect(() => decode(bytes.subarray(0, length))).toThrow();
  const good = decode(bytes);
  for (let round = 0; round < 3000; round++) {
    const broken = Buffer.from(bytes);
    broken.writeUInt8(Math.floor(Math.random() * 256), Math.floor(Math.random() * bytes.length));
    try {
      decode(broken);
    } catch (error) {
      expect(error instanceof MongoError || error instanceof RangeError).toBe(true);
    }
  }
  expect(decode(bytes)).toEqual(good);
  expect(() => decode(Buffer.from([12, 0, 0, 0, 2, 97, 0, 2, 0, 0, 0, 0xff, 0, 0]))).toThrow();
});

test.each(['8640000000000001', '-8640000000000001', '9223372036854775807', '-9223372036854775808'])(
  'a date %s milliseconds from 1970 is refused, because it would decode to another date',
  (milliseconds) => {
    const bytes = bytesOf({ at: new Date(0) });
    bytes.writeBigInt64LE(BigInt(milliseconds), bytes.length - 9);
    expect(() => decode(bytes)).toThrow('is not supported');
  },
);
