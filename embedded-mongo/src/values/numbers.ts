import { Decimal128, Double, Long } from 'bson';
import { addExact, compareExact, decimalOf, type Exact, exact, exactText, multiplyExact } from './exact';
import { isBsonClass, isInt32, isNumber, type Numeric } from './types';

/** The double nearest to a number; NaN for a value that is no number. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (!isBsonClass(value)) return Number.NaN;
  if (value._bsontype === 'Long') return (value as Long).toNumber();
  if (value._bsontype === 'Decimal128') return Number(value.toString());
  if (value._bsontype === 'Int32' || value._bsontype === 'Double') return value.valueOf();
  return Number.NaN;
}

/** Compares numbers exactly by their values, whatever their types; NaN equals NaN and is the smallest. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  const x = toNumber(a);
  const y = toNumber(b);
  if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : -1;
  if (Number.isNaN(y)) return 1;
  if (x !== y) return x < y ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return 0;
  const left = exact(a);
  const right = exact(b);
  if (left && right) return compareExact(left, right);
  // A finite decimal beyond the range of doubles converts to an infinity too, but is closer to zero than the infinity.
  if (!left && !right) return 0;
  return x > 0 === !left ? 1 : -1;
}

/** True for a decimal, also for one that is NaN or infinite. */
export function isDecimal(value: unknown): value is Decimal128 {
  return isBsonClass(value) && value._bsontype === 'Decimal128';
}

/** True for a 64-bit integer in bson's representation. */
export function isLong(value: unknown): value is Long {
  return isBsonClass(value) && value._bsontype === 'Long';
}

/** True for int and long: numbers whose sums and products are integers of at most 64 bits. */
export function isIntegral(value: unknown): boolean {
  return isInt32(value) || typeof value === 'bigint' || (isBsonClass(value) && /^(Long|Int32)$/.test(value._bsontype));
}

/** The value as a whole number, exactly; undefined for a value that is no whole number. */
export function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (isLong(value)) return value.toBigInt();
  if (!isNumber(value)) return undefined;
  const number = exact(value);
  if (!number) return undefined;
  if (number.exponent >= 0) return number.coefficient * 10n ** BigInt(number.exponent);
  const unit = 10n ** BigInt(-number.exponent);
  return number.coefficient % unit === 0n ? number.coefficient / unit : undefined;
}

/** The integer as an int or, with `atLeastLong` or past 32 bits, as a long; undefined past 64 bits. */
export function integer(value: bigint, atLeastLong: boolean): number | Long | undefined {
  if (BigInt.asIntN(64, value) !== value) return undefined;
  if (!atLeastLong && BigInt.asIntN(32, value) === value) return Number(value);
  return Long.fromBigInt(value);
}

/** The exact value for arithmetic with decimals; as in MongoDB, a double with a fraction has 15 significant digits. */
export function exactForDecimal(value: Numeric): Exact | undefined {
  if (isDecimal(value) || isIntegral(value)) return exact(value);
  const number = toNumber(value);
  return Number.isInteger(number) ? exact(number) : exactText(number.toPrecision(15));
}

/** A number as a double. Without the class `Double`, a number without a fraction would be encoded as an int. */
export function asDouble(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

export type Operation = 'add' | 'multiply';

function calculateDecimal(operation: Operation, a: Numeric, b: Numeric): Decimal128 {
  const left = exactForDecimal(a);
  const right = exactForDecimal(b);
  if (left && right) return decimalOf(operation === 'add' ? addExact(left, right) : multiplyExact(left, right));
  const x = toNumber(a);
  const y = toNumber(b);
  return Decimal128.fromString(String(operation === 'add' ? x + y : x * y));
}

/**
 * Sum or product in the wider of the operands' BSON types; from narrow to wide these are int, long, double and decimal.
 * An int that outgrows 32 bits becomes a long. Undefined when a long outgrows 64 bits: updates refuse such a result,
 * aggregations continue with doubles.
 */
export function calculate(operation: Operation, a: Numeric, b: Numeric): Numeric | undefined {
  if (isDecimal(a) || isDecimal(b)) return calculateDecimal(operation, a, b);
  const x = toNumber(a);
  const y = toNumber(b);
  const result = operation === 'add' ? x + y : x * y;
  if (!isIntegral(a) || !isIntegral(b)) return asDouble(result);
  if (isInt32(a) && isInt32(b) && isInt32(result)) return result;
  const left = toBigInt(a) ?? 0n;
  const right = toBigInt(b) ?? 0n;
  const atLeastLong = !(isInt32(a) && isInt32(b));
  return integer(operation === 'add' ? left + right : left * right, atLeastLong);
}
