import { member } from '../values/clone';
import { binaryParts } from '../values/compare';
import { badValue, failedToParse } from '../values/errors';
import { toBigInt, toNumber } from '../values/numbers';
import { isNumber, RANK, rank } from '../values/types';

type BitReader = (position: number) => boolean;

function integerBits(value: bigint): BitReader {
  // Positions past the 64th read the sign.
  return (position) => ((BigInt.asUintN(64, value) >> BigInt(Math.min(position, 63))) & 1n) === 1n;
}

function byteBits(bytes: Uint8Array): BitReader {
  return (position) => (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;
}

function readerOf(value: unknown): BitReader | undefined {
  if (isNumber(value)) {
    const whole = toBigInt(value);
    return whole === undefined || BigInt.asIntN(64, whole) !== whole ? undefined : integerBits(whole);
  }
  return rank(value) === RANK.binary ? byteBits(binaryParts(value).bytes) : undefined;
}

function listed(argument: readonly unknown[]): number[] {
  return argument.map((element) => {
    const position = toNumber(element);
    if (!isNumber(element) || !Number.isInteger(position)) {
      throw badValue('bit positions must be an integer but got: a value that is not an integer');
    }
    if (position < 0) throw failedToParse(`bit positions must be >= 0 but got: ${position}`);
    return position;
  });
}

function positionsOf(name: string, argument: unknown): number[] {
  if (Array.isArray(argument)) return listed(argument);
  if (isNumber(argument)) {
    const mask = toBigInt(argument);
    if (mask === undefined || mask < 0n || BigInt.asIntN(64, mask) !== mask) {
      throw failedToParse(`Expected a non-negative number in: ${name}: ${String(argument)}`);
    }
    return Array.from({ length: 64 }, (_, position) => position).filter(integerBits(mask));
  }
  if (rank(argument) !== RANK.binary) {
    throw badValue(`${name} takes an Array, a number, or a BinData but received: a value of another type`);
  }
  const { bytes } = binaryParts(argument);
  return Array.from({ length: bytes.length * 8 }, (_, position) => position).filter(byteBits(bytes));
}

const TESTS: Readonly<Record<string, (positions: readonly number[], bit: BitReader) => boolean>> = {
  $bitsAllSet: (positions, bit) => positions.every(bit),
  $bitsAnySet: (positions, bit) => positions.some(bit),
  $bitsAllClear: (positions, bit) => !positions.some(bit),
  $bitsAnyClear: (positions, bit) => !positions.every(bit),
};

/** The test behind `$bitsAllSet`, `$bitsAnySet`, `$bitsAllClear`, `$bitsAnyClear`; undefined for other names. */
export function bitTest(name: string, argument: unknown): ((value: unknown) => boolean) | undefined {
  const test = member(TESTS, name);
  if (!test) return undefined;
  const positions = positionsOf(name, argument);
  return (value) => {
    const bit = readerOf(value);
    return bit !== undefined && test(positions, bit);
  };
}
