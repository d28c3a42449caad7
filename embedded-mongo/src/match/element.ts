import { member } from '../values/clone';
import { compare as binaryCompare, type Compare } from '../values/compare';
import { badValue, failedToParse } from '../values/errors';
import { encodeValue } from '../values/key';
import { isLong, toBigInt, toNumber } from '../values/numbers';
import { show } from '../values/show';
import { isNumber, isObject, isRegex, RANK, rank, TYPE_NUMBERS, typeNameOf, typeNumber } from '../values/types';
import { bitTest } from './bits';
import { regexTest } from './regex';

/** Tests one value at the end of a path; undefined stands for a missing field. */
export type ValueTest = (value: unknown) => boolean;

/** True for a document of operators such as `{ $gt: 5 }`; false for a reference `{ $ref, $id }`, which is a value. */
export function isOperators(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const first = Object.keys(value)[0];
  return first?.[0] === '$' && first !== '$ref' && first !== '$id' && first !== '$db';
}

/**
 * Equality with a value in a query that has no operator: null also matches a missing field, and a regular expression
 * matches strings.
 */
export function equalityTest(argument: unknown, compare: Compare): ValueTest {
  if (isRegex(argument)) return regexTest(argument);
  if (argument === null || argument === undefined) return (value) => value === null || value === undefined;
  return (value) => value !== undefined && compare(value, argument) === 0;
}

/** `$eq`: as {@link equalityTest}, but a regular expression is compared as a value. */
export function strictEqualityTest(argument: unknown, compare: Compare): ValueTest {
  if (!isRegex(argument)) return equalityTest(argument, compare);
  return (value) => isRegex(value) && compare(value, argument) === 0;
}

type Wanted = (order: number) => boolean;

const ORDERS: Readonly<Record<string, Wanted>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

function isNaNValue(value: unknown): boolean {
  return isNumber(value) && Number.isNaN(toNumber(value));
}

function orderTest(name: string, wanted: Wanted, { argument, compare }: TestInput): ValueTest {
  if (isRegex(argument)) throw badValue(`Can't have RegEx as arg to predicate over field for ${name}`);
  const bound = argument === undefined ? null : argument;
  const type = rank(bound);
  if (type === RANK.minKey || type === RANK.maxKey) {
    return (value) => wanted(compare(value === undefined ? null : value, bound));
  }
  if (isNaNValue(bound)) return (value) => wanted(0) && isNaNValue(value);
  return (value) => rank(value) === type && !isNaNValue(value) && wanted(compare(value, bound));
}

const KEYED: ReadonlySet<number> = new Set([RANK.binary, RANK.boolean, RANK.date, RANK.timestamp]);

/**
 * A string that is the same for two values if and only if they are equal; undefined for values without one, such as
 * null.
 */
function lookupKey(value: unknown): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  const type = rank(value);
  if (type === RANK.objectId) return `o${String(value)}`;
  if (isNumber(value)) {
    const number = toNumber(value);
    // Equal numbers of all types have the same string.
    if (Number.isSafeInteger(number) && (typeof value === 'number' || binaryCompare(value, number) === 0)) {
      return `n${number}`;
    }
  } else if (!KEYED.has(type)) return undefined;
  return `k${encodeValue(value).toString('latin1')}`;
}

const SCAN_SIZE = 8;

/** Tests whether a value is in a list; long lists use a hash set. */
function inTest({ argument, compare }: TestInput, name: string): ValueTest {
  if (!Array.isArray(argument)) throw badValue(`${name} needs an array`);
  if (argument.some(isOperators)) throw badValue(`cannot nest $ under ${name}`);
  // Under a collation different strings can be equal, so hash keys cannot be used.
  const keys = argument.map((element) => (compare === binaryCompare ? lookupKey(element) : undefined));
  const known = new Set(keys.length > SCAN_SIZE ? keys.filter((key) => key !== undefined) : []);
  const others = argument.filter((_element, at) => !known.has(keys[at] ?? ''));
  const tests = others.map((element) => equalityTest(element, compare));
  return (value) => {
    if (known.size > 0) {
      const key = lookupKey(value);
      if (key !== undefined && known.has(key)) return true;
    }
    return tests.some((test) => test(value));
  };
}

function modOperand(value: unknown, role: string): bigint {
  if (!isNumber(value)) throw badValue(`malformed mod, ${role} not a number`);
  if (isLong(value)) return value.toBigInt();
  const whole = Math.trunc(toNumber(value));
  if (!Number.isFinite(whole)) throw badValue(`malformed mod, ${role} value is invalid`);
  return BigInt(whole);
}

function modTest({ argument }: TestInput): ValueTest {
  if (!Array.isArray(argument)) throw badValue('malformed mod, needs to be an array');
  if (argument.length < 2) throw badValue('malformed mod, not enough elements');
  if (argument.length > 2) throw badValue('malformed mod, too many elements');
  const divisor = modOperand(argument[0], 'divisor');
  const remainder = modOperand(argument[1], 'remainder');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (value) => {
    if (!isNumber(value)) return false;
    const whole =
      toBigInt(value) ?? (Number.isFinite(toNumber(value)) ? BigInt(Math.trunc(toNumber(value))) : undefined);
    return whole !== undefined && whole % divisor === remainder;
  };
}

const NUMBER_TYPES = ['double', 'int', 'long', 'decimal'].map((name) => TYPE_NUMBERS[name] ?? 0);

function typeNumbersOf(alias: unknown): number[] {
  if (alias === 'number') return NUMBER_TYPES;
  if (typeof alias === 'string') {
    const known = member(TYPE_NUMBERS, alias);
    if (known === undefined) throw badValue(`Unknown type name alias: ${alias}`);
    return [known];
  }
  if (!isNumber(alias)) throw badValue('type must be represented as a number or a string');
  const number = toNumber(alias);
  if (typeNameOf(number) === undefined) throw badValue(`Invalid numerical type code: ${show(alias)}`);
  return [number];
}

/** The BSON type numbers of a `$type` argument. */
function wantedTypes(argument: unknown): Set<number> {
  const aliases: unknown[] = Array.isArray(argument) ? argument : [argument];
  if (aliases.length === 0) throw failedToParse('$type must match at least one type');
  return new Set(aliases.flatMap(typeNumbersOf));
}

function typeTest({ argument }: TestInput): ValueTest {
  const wanted = wantedTypes(argument);
  return (value) => value !== undefined && wanted.has(typeNumber(value));
}

/** The input of an operator's test. */
export interface TestInput {
  argument: unknown;
  compare: Compare;
  /** All operators of the same condition: `$regex` needs its `$options`. */
  siblings: Record<string, unknown>;
}

const MAKERS: Readonly<Record<string, (input: TestInput) => ValueTest>> = {
  $eq: ({ argument, compare }) => strictEqualityTest(argument, compare),
  $in: (input) => inTest(input, '$in'),
  $mod: modTest,
  $type: typeTest,
  $regex: ({ argument, siblings }) => regexTest(argument, siblings.$options),
};

/**
 * The test of an operator on single values; undefined for any other name.
 * @throws code 2 or 9 for an invalid argument.
 */
export function valueTest(name: string, input: TestInput): ValueTest | undefined {
  const wanted = member(ORDERS, name);
  if (wanted) return orderTest(name, wanted, input);
  const make = member(MAKERS, name);
  return make ? make(input) : bitTest(name, input.argument);
}

/** The array length in a `$size` argument. Throws FailedToParse (9) unless it is an integer of 0 or more. */
export function sizeOf(argument: unknown): number {
  if (!isNumber(argument)) throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${show(argument)}`);
  const size = toNumber(argument);
  if (!Number.isInteger(size))
    throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${show(argument)}`);
  if (size < 0) {
    throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${show(argument)}`);
  }
  return size;
}
