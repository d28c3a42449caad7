import { Binary, type BSONRegExp, type Code, type ObjectId, type Timestamp } from 'bson';
import { own } from './clone';
import { type CompareStrings, compareText, stringOrder } from './collation';
import { compareNumbers } from './numbers';
import { type Document, isBsonClass, isNumber, isObject, RANK, rank } from './types';

export type Compare = (a: unknown, b: unknown) => number;

/** The subtype and the bytes of a binary in either representation. */
export function binaryParts(value: unknown): { subtype: number; bytes: Uint8Array } {
  if (value instanceof Binary) return { subtype: value.sub_type, bytes: value.buffer.subarray(0, value.position) };
  return { subtype: 0, bytes: value instanceof Uint8Array ? value : new Uint8Array() };
}

/** Pattern and sorted BSON flags of a regular expression in either representation. */
export function regexParts(value: RegExp | BSONRegExp): { pattern: string; flags: string } {
  if (!(value instanceof RegExp)) return { pattern: value.pattern, flags: value.options };
  const flags = [...value.flags].filter((flag) => 'imsx'.includes(flag)).sort();
  return { pattern: value.source, flags: flags.join('') };
}

function compareBinaries(a: unknown, b: unknown): number {
  const left = binaryParts(a);
  const right = binaryParts(b);
  const length = left.bytes.length - right.bytes.length;
  return length || left.subtype - right.subtype || Buffer.compare(left.bytes, right.bytes);
}

function compareDates(a: Date, b: Date): number {
  // The time of an invalid Date object is NaN, which must not break the order.
  return compareNumbers(a.getTime(), b.getTime());
}

function compareRegexes(a: RegExp | BSONRegExp, b: RegExp | BSONRegExp): number {
  const left = regexParts(a);
  const right = regexParts(b);
  return compareText(left.pattern, right.pattern) || compareText(left.flags, right.flags);
}

function compareArrays(a: readonly unknown[], b: readonly unknown[], compare: Compare): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const order = compare(a[index], b[index]);
    if (order) return order;
  }
  return a.length - b.length;
}

function compareObjects(a: object, b: object, compare: Compare): number {
  const left = Object.keys(a);
  const right = Object.keys(b);
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const x = left[index] ?? '';
    const y = right[index] ?? '';
    const order = rank(own(a, x)) - rank(own(b, y)) || compareText(x, y) || compare(own(a, x), own(b, y));
    if (order) return order;
  }
  return left.length - right.length;
}

function compareCode(a: Code, b: Code, compare: Compare): number {
  return compareText(String(a.code), String(b.code)) || compare(a.scope ?? {}, b.scope ?? {});
}

function comparer(compareStrings: CompareStrings): Compare {
  const compare: Compare = (a, b) => {
    if (a === b) return 0;
    if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
    const type = rank(a);
    const types = type - rank(b);
    if (types) return types;
    switch (type) {
      case RANK.number:
        return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : 0;
      case RANK.string:
        return compareStrings(String(a), String(b));
      case RANK.boolean:
        return a === b ? 0 : a ? 1 : -1;
      case RANK.date:
        return compareDates(a as Date, b as Date);
      case RANK.objectId:
        return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
      case RANK.binary:
        return compareBinaries(a, b);
      case RANK.timestamp:
        return (a as Timestamp).compare(b as Timestamp);
      case RANK.regex:
        return compareRegexes(a as BSONRegExp, b as BSONRegExp);
      case RANK.code:
      case RANK.codeWithScope:
        return compareCode(a as Code, b as Code, compare);
      case RANK.array:
        return compareArrays(a as unknown[], b as unknown[], compare);
      case RANK.object:
        return compareObjects(a as object, b as object, compare);
      default:
        return 0;
    }
  };
  return compare;
}

/** MongoDB's total order of all values; a missing value (undefined) is equal to null. */
export const compare: Compare = comparer(compareText);

const compiled = new WeakMap<CompareStrings, Compare>([[compareText, compare]]);

/** The order of values under a collation, which reaches strings at any depth but no field names. */
export function comparison(collation: Document | undefined): Compare {
  const order = stringOrder(collation);
  let found = compiled.get(order);
  if (!found) {
    found = comparer(order);
    compiled.set(order, found);
  }
  return found;
}

/** Equal in MongoDB's order: 1 equals 1.0, but `{x, y}` does not equal `{y, x}`. */
export function equal(a: unknown, b: unknown): boolean {
  return compare(a, b) === 0;
}

function identicalNumbers(a: unknown, b: unknown): boolean {
  const sameClass = isBsonClass(a) ? isBsonClass(b) && a._bsontype === b._bsontype : typeof a === typeof b;
  return sameClass && !Object.is(a, -0) && !Object.is(b, -0) && String(a) === String(b);
}

/** Equal including number types and the sign of zero; decides whether an update changed anything. */
export function identical(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((element, index) => identical(element, b[index]));
  }
  if (isObject(a)) {
    if (!isObject(b)) return false;
    const left = Object.keys(a);
    const right = Object.keys(b);
    return (
      left.length === right.length && left.every((key, i) => key === right[i] && identical(own(a, key), own(b, key)))
    );
  }
  const type = rank(a);
  if (type === RANK.number) return rank(b) === type && identicalNumbers(a, b);
  return type !== RANK.null && compare(a, b) === 0;
}
