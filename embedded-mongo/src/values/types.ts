import {
  type Binary,
  type BSONRegExp,
  type BSONSymbol,
  BSONValue,
  type Code,
  type DBRef,
  type Decimal128,
  type Double,
  type Int32,
  type Long,
  type MaxKey,
  type MinKey,
  type ObjectId,
  type Timestamp,
} from 'bson';

/** A decoded BSON document. Longs, decimals, binaries and regular expressions are kept as bson's own classes. */
export type Document = Record<string, unknown>;

export type Numeric = number | bigint | Long | Decimal128 | Int32 | Double;

type BsonClass =
  | Binary
  | BSONRegExp
  | BSONSymbol
  | Code
  | DBRef
  | Decimal128
  | Double
  | Int32
  | Long
  | MaxKey
  | MinKey
  | ObjectId
  | Timestamp;

/** Represents an empty array in index keys and sort keys; MongoDB orders it before null. */
export const EMPTY_ARRAY = Symbol('empty array');

/** MongoDB's comparison order of types; the numbers are also the first byte of every encoded key. */
export const RANK = {
  minKey: 0x02,
  emptyArray: 0x08,
  null: 0x10,
  number: 0x20,
  string: 0x30,
  object: 0x40,
  array: 0x50,
  binary: 0x60,
  objectId: 0x70,
  boolean: 0x80,
  date: 0x90,
  timestamp: 0xa0,
  regex: 0xb0,
  code: 0xc0,
  codeWithScope: 0xd0,
  maxKey: 0xf0,
} as const;

export type Rank = (typeof RANK)[keyof typeof RANK];

/** True for an instance of one of bson's classes; false for a plain object with a field `_bsontype`. */
export function isBsonClass(value: unknown): value is BsonClass {
  return value instanceof BSONValue;
}

function classRank(value: BsonClass): Rank {
  switch (value._bsontype) {
    case 'ObjectId':
      return RANK.objectId;
    case 'Long':
    case 'Decimal128':
    case 'Int32':
    case 'Double':
      return RANK.number;
    case 'Binary':
      return RANK.binary;
    case 'Timestamp':
      return RANK.timestamp;
    case 'BSONRegExp':
      return RANK.regex;
    case 'BSONSymbol':
      return RANK.string;
    case 'Code':
      return value.scope ? RANK.codeWithScope : RANK.code;
    case 'MinKey':
      return RANK.minKey;
    case 'MaxKey':
      return RANK.maxKey;
    case 'DBRef':
      return RANK.object;
  }
}

/** The position of the value's type in MongoDB's comparison order. A missing value (undefined) ranks as null. */
export function rank(value: unknown): Rank {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return RANK.number;
    case 'string':
      return RANK.string;
    case 'boolean':
      return RANK.boolean;
    case 'undefined':
      return RANK.null;
    case 'symbol':
      return RANK.emptyArray;
  }
  if (value === null) return RANK.null;
  if (Array.isArray(value)) return RANK.array;
  if (isBsonClass(value)) return classRank(value);
  if (value instanceof Date) return RANK.date;
  if (value instanceof RegExp) return RANK.regex;
  if (value instanceof Uint8Array) return RANK.binary;
  return RANK.object;
}

/** True for an embedded document: neither an array nor a scalar that is represented by an object. */
export function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && rank(value) === RANK.object;
}

/** True for every BSON number: int, long, double, decimal. */
export function isNumber(value: unknown): value is Numeric {
  return typeof value === 'number' || rank(value) === RANK.number;
}

/** True for a regular expression in either of its two representations. */
export function isRegex(value: unknown): value is RegExp | BSONRegExp {
  return rank(value) === RANK.regex;
}

/** BSON type numbers by the aliases that `$type` and `bsonType` accept. */
export const TYPE_NUMBERS: Readonly<Record<string, number>> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

const NAMES = new Map(Object.entries(TYPE_NUMBERS).map(([name, number]) => [number, name]));

/** True if bson would write the number as a 32-bit integer; int and double decode to the same JavaScript type. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);
}

function classTypeName(value: BsonClass): string {
  switch (value._bsontype) {
    case 'ObjectId':
      return 'objectId';
    case 'Long':
      return 'long';
    case 'Decimal128':
      return 'decimal';
    case 'Int32':
      return 'int';
    case 'Double':
      return 'double';
    case 'Binary':
      return 'binData';
    case 'Timestamp':
      return 'timestamp';
    case 'BSONRegExp':
      return 'regex';
    case 'BSONSymbol':
      return 'symbol';
    case 'Code':
      return value.scope ? 'javascriptWithScope' : 'javascript';
    case 'MinKey':
      return 'minKey';
    case 'MaxKey':
      return 'maxKey';
    case 'DBRef':
      return 'object';
  }
}

/** The alias of the value's BSON type, as `$type` returns it; `undefined` for a missing value. */
export function typeName(value: unknown): string {
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'long';
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return 'array';
  if (isBsonClass(value)) return classTypeName(value);
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  return value instanceof Uint8Array ? 'binData' : 'object';
}

/** The number of the value's BSON type. */
export function typeNumber(value: unknown): number {
  return TYPE_NUMBERS[typeName(value)] ?? 3;
}

/** The alias that belongs to a BSON type number; undefined if there is none. */
export function typeNameOf(number: number): string | undefined {
  return NAMES.get(number);
}
