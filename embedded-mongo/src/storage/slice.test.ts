import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareSlices } from './slice';

test('slices of one buffer are in the order of their bytes, a prefix before what it begins', () => {
  const few = fc.uint8Array({ maxLength: 6, max: 3 });
  fc.assert(
    fc.property(few, few, few, (a, b, between) => {
      const bytes = Buffer.concat([a, between, b]);
      const first = { bytes, from: 0, to: a.length };
      const second = { bytes, from: a.length + between.length, to: bytes.length };
      expect(Math.sign(compareSlices(first, second))).toBe(Buffer.compare(a, b));
    }),
  );
});
