import { Binary, BSONRegExp, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';

/** Parses a decimal, for expected values in tests. */
export function decimal(text: string): Decimal128 {
  return Decimal128.fromString(text);
}

/** Parses a 64-bit integer, for expected values in tests. */
export function long(text: string): Long {
  return Long.fromString(text);
}

const edges = [0, -0, 1, -1, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 2 ** 63, 0.1, 5e-324, Number.MAX_VALUE];

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(...edges, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.constantFrom('9007199254740992', '9007199254740993', '-1', '0', '9223372036854775807').map(long),
  fc
    .constantFrom(
      '0.1',
      '1',
      '1.0',
      '-0',
      'NaN',
      'Infinity',
      '1E+6000',
      '1E-6000',
      '-1E+400',
      '0.3',
      '9007199254740993',
    )
    .map(decimal),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -340, max: 340 }))
    .map(([digits, power]) => decimal(`${digits}E${power}`)),
);

const bytes = fc.uint8Array({ maxLength: 4 });

const scalars = fc.oneof(
  numbers,
  fc.constantFrom(null, undefined, true, false, new MinKey(), new MaxKey()),
  fc.string({ maxLength: 4, unit: 'binary' }),
  fc.constantFrom('', 'a', 'a\0', 'a\0b', 'ab', '\uffee', '😀'),
  fc.integer({ min: -4, max: 4 }).map((time) => new Date(time)),
  bytes.map((value) => new Binary(value, value.length % 2)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((id) => new ObjectId(id)),
  fc.record({ t: fc.nat(2), i: fc.nat(2) }).map((parts) => new Timestamp(parts)),
  fc
    .record({ p: fc.constantFrom('a', 'ab', '^b'), o: fc.constantFrom('', 'i', 'im') })
    .map(({ p, o }) => new BSONRegExp(p, o)),
);

const names = fc.constantFrom('a', 'b', 'ab', '', '__proto__');

/** Any BSON value, sometimes nested; many of the values are equal or nearly equal. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;
