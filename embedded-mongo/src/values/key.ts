import { createHash } from 'node:crypto';
import type { BSONRegExp, Code, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { own } from './clone';
import { binaryParts, regexParts } from './compare';
import { type Exact, exact, subtractExact } from './exact';
import { KeyWriter } from './key-writer';
import { toNumber } from './numbers';
import { type Numeric, RANK, type Rank, rank } from './types';

/** The maximum size of the key in an index entry, in bytes; a longer key is truncated and ends in a digest of all of it. */
export const MAX_COMPONENT = 1500;
const DIGEST_BYTES = 20;

const writer = new KeyWriter();

const BELOW = 0x40;
const SAME = 0x80;
const ABOVE = 0xc0;

/** Writes the difference of a long or decimal from its nearest double, as sign, decimal exponent and digits. */
function writeRemainder(remainder: Exact): void {
  const negative = remainder.coefficient < 0n;
  writer.byte(negative ? BELOW : ABOVE);
  const start = writer.position;
  const digits = (negative ? -remainder.coefficient : remainder.coefficient).toString();
  writer.uint16(0x8000 + remainder.exponent + digits.length);
  writer.raw(Buffer.from(digits.replace(/0+$/, ''), 'latin1'));
  writer.byte(0);
  if (negative) writer.complement(start);
}

function writeWide(value: Long | Decimal128 | bigint): void {
  const value10 = exact(value);
  const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, toNumber(value)));
  const nearest10 = exact(nearest);
  if (!value10 || !nearest10) {
    writer.double(toNumber(value));
    writer.byte(SAME);
    return;
  }
  writer.double(nearest);
  const remainder = subtractExact(value10, nearest10);
  if (remainder.coefficient === 0n) writer.byte(SAME);
  else writeRemainder(remainder);
}

function writeNumber(value: Numeric): void {
  const double = toNumber(value);
  if (Number.isNaN(double)) {
    writer.uint64(0n);
    writer.byte(SAME);
    return;
  }
  if (typeof value !== 'number' && (typeof value === 'bigint' || /^(Long|Decimal128)$/.test(value._bsontype))) {
    writeWide(value as Long | Decimal128 | bigint);
    return;
  }
  writer.double(double);
  writer.byte(SAME);
}

const SIGN_64 = 1n << 63n;

function writeDate(value: Date): void {
  const time = value.getTime();
  writer.uint64(Number.isNaN(time) ? 0n : BigInt(time) + SIGN_64);
}

function writeBinary(value: unknown): void {
  const { subtype, bytes } = binaryParts(value);
  writer.uint32(bytes.length);
  writer.byte(subtype);
  writer.raw(bytes);
}

function writeMembers(value: unknown): void {
  if (Array.isArray(value)) for (const element of value) writeValue(element);
  else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const member = own(value, key);
      const type = rank(member);
      writer.byte(type);
      writer.text(key);
      writeBody(member, type);
    }
  }
  writer.byte(0);
}

function writeBody(value: unknown, type: Rank): void {
  switch (type) {
    case RANK.number:
      writeNumber(value as Numeric);
      break;
    case RANK.string:
      writer.text(String(value));
      break;
    case RANK.boolean:
      writer.byte(value ? 1 : 0);
      break;
    case RANK.date:
      writeDate(value as Date);
      break;
    case RANK.objectId:
      writer.raw((value as ObjectId).id);
      break;
    case RANK.binary:
      writeBinary(value);
      break;
    case RANK.timestamp:
      writer.uint64(BigInt.asUintN(64, (value as Timestamp).toBigInt()));
      break;
    case RANK.regex: {
      const { pattern, flags } = regexParts(value as BSONRegExp);
      writer.text(pattern);
      writer.text(flags);
      break;
    }
    case RANK.code:
    case RANK.codeWithScope: {
      const { code, scope } = value as Code;
      writer.text(String(code));
      writeMembers(scope ?? {});
      break;
    }
    case RANK.array:
    case RANK.object:
      writeMembers(value);
      break;
  }
}

function writeValue(value: unknown): void {
  const type = rank(value);
  writer.byte(type);
  writeBody(value, type);
}

/**
 * Encodes a value as a key whose byte order is MongoDB's order of values; equal values have equal keys, and others do not.
 * No key is a prefix of another key, so keys can be concatenated to compound keys. `descending` inverts all bits.
 */
export function encodeValue(value: unknown, descending = false): Buffer {
  writer.start();
  writeValue(value);
  if (descending) writer.complement(0);
  return writer.finish();
}

/** A key of at most MAX_COMPONENT bytes. The end of a longer key becomes a digest, which keeps equality, but not order. */
export function limitKey(key: Buffer): Buffer {
  if (key.length <= MAX_COMPONENT) return key;
  const digest = createHash('sha1').update(key).digest();
  return Buffer.concat([key.subarray(0, MAX_COMPONENT - DIGEST_BYTES), digest]);
}
