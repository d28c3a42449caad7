import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { answers, plain } from '../../testing/pipelines';
import { compare } from '../../values/compare';
import type { Document } from '../../values/types';

const RUNS = Number(process.env.MODEL_RUNS ?? 300);
const DAY = 86_400_000;

/** The input of the reference implementation, which computes each document's window by checking all others. */
interface Model {
  documents: Document[];
  by: 'documents' | 'range';
  unit?: string | undefined;
  lower: unknown;
  upper: unknown;
}

const side = (bound: unknown, isOpen: boolean, fits: (bound: number) => boolean, isAtMost: boolean): boolean => {
  if (bound === 'unbounded') return isOpen;
  return bound === 'current' ? isAtMost : fits(Number(bound));
};

function expected({ documents, by, unit, lower, upper }: Model): Document[] {
  const keys = [...new Set(documents.map(({ k }) => Number(k)))].sort((a, b) => a - b);
  return keys.flatMap((key) => {
    const partition = documents.filter(({ k }) => k === key).toSorted((a, b) => compare(a.n, b.n));
    return partition.map((document, at) => {
      const distance = (other: Document, place: number) => {
        if (by === 'documents') return place - at;
        const apart = Number(other.n) - Number(document.n);
        return unit ? apart / DAY : apart;
      };
      const frame = partition.filter((other, place) => {
        const apart = distance(other, place);
        const isBehind = side(lower, true, (bound) => apart >= bound, place >= at);
        return isBehind && side(upper, true, (bound) => apart <= bound, place <= at);
      });
      const quantities = frame.map(({ q }) => Number(q));
      const sum = quantities.reduce((total, q) => total + q, 0);
      return {
        _id: document._id,
        sum,
        count: frame.length,
        most: quantities.length > 0 ? Math.max(...quantities) : null,
        mean: quantities.length > 0 ? sum / quantities.length : null,
        all: quantities,
        first: quantities[0] ?? null,
        last: quantities.at(-1) ?? null,
        least: [...quantities].sort((a, b) => a - b).slice(0, 2),
      };
    });
  });
}

function given({ documents, by, unit, lower, upper }: Model): unknown {
  const window = { [by]: [lower, upper], ...(unit && { unit }) };
  const output = {
    sum: { $sum: '$q', window },
    count: { $count: {}, window },
    most: { $max: '$q', window },
    mean: { $avg: '$q', window },
    all: { $push: '$q', window },
    first: { $first: '$q', window },
    last: { $last: '$q', window },
    least: { $minN: { input: '$q', n: 2 }, window },
  };
  const stage = { $setWindowFields: { partitionBy: '$k', sortBy: { n: 1 }, output } };
  return plain(answers(documents, [stage, { $unset: ['k', 'n', 'q'] }]));
}

const small = fc.integer({ min: -4, max: 4 });
const bounds = fc
  .tuple(
    fc.oneof(fc.constantFrom('unbounded', 'current'), small),
    fc.oneof(fc.constantFrom('unbounded', 'current'), small),
  )
  .filter(([lower, upper]) => {
    const [from, to] = [lower, upper].map((bound) => (bound === 'current' ? 0 : bound));
    return typeof from !== 'number' || typeof to !== 'number' || from <= to;
  });
const rows = fc.array(fc.record({ k: fc.nat(2), n: fc.integer({ min: -5, max: 5 }), q: small }), { maxLength: 14 });

test('every window over random documents contains the documents that a naive search finds', () => {
  fc.assert(
    fc.property(rows, bounds, fc.constantFrom('documents', 'range', 'days'), (list, [lower, upper], kind) => {
      const isDays = kind === 'days';
      const documents = list.map(({ k, n, q }, _id) => ({ _id, k, n: isDays ? new Date(n * DAY) : n, q }));
      const by = kind === 'documents' ? 'documents' : 'range';
      const model: Model = { documents, by, unit: isDays ? 'day' : undefined, lower, upper };
      expect(given(model)).toEqual(expected(model));
    }),
    { numRuns: RUNS },
  );
});
