import { Decimal128, type Long } from 'bson';
import { isBsonClass, type Numeric } from './types';

/** The exact value coefficient × 10^exponent; every finite int, long, double and decimal has one. */
export interface Exact {
  coefficient: bigint;
  exponent: number;
}

const view = new DataView(new ArrayBuffer(8));

function exactDouble(value: number): Exact | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isSafeInteger(value)) return { coefficient: BigInt(value), exponent: 0 };
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  let mantissa = (BigInt(high & 0xfffff) << 32n) | BigInt(view.getUint32(4));
  if (biased > 0) mantissa |= 1n << 52n;
  if (high >>> 31) mantissa = -mantissa;
  const power = (biased || 1) - 1075;
  if (power >= 0) return { coefficient: mantissa << BigInt(power), exponent: 0 };
  return { coefficient: mantissa * 5n ** BigInt(-power), exponent: power };
}

/** Parses decimal notation such as `-1.5E+3`; undefined for any other text, such as NaN and the infinities. */
export function exactText(text: string): Exact | undefined {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const digits = BigInt(whole + fraction || '0');
  return { coefficient: sign === '-' ? -digits : digits, exponent: Number(power) - fraction.length };
}

/** The exact value of a number of any BSON type; undefined for NaN and the infinities. */
export function exact(value: Numeric): Exact | undefined {
  if (typeof value === 'number') return exactDouble(value);
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  if (!isBsonClass(value)) return undefined;
  if (value._bsontype === 'Long') return { coefficient: (value as Long).toBigInt(), exponent: 0 };
  if (value._bsontype === 'Decimal128') return exactText(value.toString());
  return exactDouble(value.valueOf());
}

function aligned(a: Exact, b: Exact): { left: bigint; right: bigint; exponent: number } {
  const exponent = Math.min(a.exponent, b.exponent);
  return {
    left: a.coefficient * 10n ** BigInt(a.exponent - exponent),
    right: b.coefficient * 10n ** BigInt(b.exponent - exponent),
    exponent,
  };
}

/** Negative, zero or positive, as a comparison function returns. */
export function compareExact(a: Exact, b: Exact): number {
  const { left, right } = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The sum, with every digit. */
export function addExact(a: Exact, b: Exact): Exact {
  const { left, right, exponent } = aligned(a, b);
  return { coefficient: left + right, exponent };
}

/** The difference, with every digit. */
export function subtractExact(a: Exact, b: Exact): Exact {
  return addExact(a, { coefficient: -b.coefficient, exponent: b.exponent });
}

/** The product, with every digit. */
export function multiplyExact(a: Exact, b: Exact): Exact {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** Removes the last `drop` digits, rounding half to even. */
function withoutDigits(value: Exact, drop: number): Exact {
  const unit = 10n ** BigInt(drop);
  const size = value.coefficient < 0n ? -value.coefficient : value.coefficient;
  let quotient = size / unit;
  const twice = (size % unit) * 2n;
  if (twice > unit || (twice === unit && quotient % 2n === 1n)) quotient += 1n;
  return { coefficient: value.coefficient < 0n ? -quotient : quotient, exponent: value.exponent + drop };
}

/** Rounds half to even to `places` decimals (negative: tens, hundreds, …); a value without finer digits is not changed. */
export function roundExact(value: Exact, places: number): Exact {
  return value.exponent >= -places ? value : withoutDigits(value, -places - value.exponent);
}

/** Cuts towards zero to `places` decimal places. */
export function truncateExact(value: Exact, places: number): Exact {
  if (value.exponent >= -places) return value;
  const unit = 10n ** BigInt(-places - value.exponent);
  return { coefficient: value.coefficient / unit, exponent: -places };
}

const DECIMAL_DIGITS = 34;
const MAX_EXPONENT = 6111;
const MIN_EXPONENT = -6176;

function digitCount(coefficient: bigint): number {
  return (coefficient < 0n ? -coefficient : coefficient).toString().length;
}

/** The decimal of the value, rounded half to even to 34 digits; infinite beyond the range. */
export function decimalOf(value: Exact): Decimal128 {
  let rounded = value;
  // Rounding 99…9 up adds a digit, so a second iteration may be needed.
  while (digitCount(rounded.coefficient) > DECIMAL_DIGITS) {
    rounded = withoutDigits(rounded, digitCount(rounded.coefficient) - DECIMAL_DIGITS);
  }
  if (rounded.exponent < MIN_EXPONENT) rounded = withoutDigits(rounded, MIN_EXPONENT - rounded.exponent);
  const sign = rounded.coefficient < 0n ? '-' : '';
  if (rounded.exponent + digitCount(rounded.coefficient) > MAX_EXPONENT + DECIMAL_DIGITS) {
    if (rounded.coefficient !== 0n) return Decimal128.fromString(`${sign}Infinity`);
    rounded = { coefficient: 0n, exponent: MAX_EXPONENT };
  }
  return Decimal128.fromString(`${rounded.coefficient}E${rounded.exponent}`);
}

/** The quotient with enough digits for rounding to 34; an exact one has no needless zeros. The divisor must not be zero. */
export function divideExact(a: Exact, b: Exact): Exact {
  const spare = Math.max(0, DECIMAL_DIGITS + 2 + digitCount(b.coefficient) - digitCount(a.coefficient));
  const scaled = a.coefficient * 10n ** BigInt(spare);
  let coefficient = scaled / b.coefficient;
  let exponent = a.exponent - b.exponent - spare;
  // A sticky digit keeps the rounding to 34 digits correct if the division leaves a remainder.
  if (scaled % b.coefficient !== 0n) {
    const negative = scaled < 0n !== b.coefficient < 0n;
    return { coefficient: coefficient * 10n + (negative ? -1n : 1n), exponent: exponent - 1 };
  }
  const ideal = a.exponent - b.exponent;
  while (coefficient !== 0n && exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent += 1;
  }
  return { coefficient, exponent: coefficient === 0n ? ideal : exponent };
}
