import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { middleHalfOf, quartilesOf } from './middle-half';
import {
  chanceOf,
  cheaperOdds,
  expectedQuotes,
  firstQuoteSeconds,
  isObservedAt,
  priceSteps,
  quoteRates,
  savingOf,
} from './odds';
import { saidOf, saids } from './said';
import { added, bandStarts, noTally, type ObservedRequest, percentOf, quantile, type Tally, tallyOf } from './tally';

const percents = fc.array(fc.integer({ min: 40, max: 180 }), { minLength: 30, maxLength: 80 });
const requests: fc.Arbitrary<ObservedRequest[]> = fc.array(
  fc.record({
    open_s: fc.integer({ min: 1, max: 4_000 }),
    quotes: fc.array(
      fc.record({
        after_s: fc.integer({ min: 0, max: 4_000 }),
        percent: fc.integer({ min: 40, max: 180 }),
        accepted: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
  }),
  { minLength: 1, maxLength: 20 },
);
const quotedAt = (given: readonly number[]): Tally => ({
  ...noTally,
  quoted: added(given.map((percent) => ({ ...noTally, quoted: [{ percent, count: 1 }] }))).quoted,
});
const price = fc.integer({ min: 50, max: 400 });
const expected = fc.integer({ min: 0, max: 2_000 }).map((n) => n / 100);
const wait = fc.integer({ min: 0, max: 900 });

describe('the chance of a cheaper quote', () => {
  test('is between 0 and 1, and never falls when more quotes are expected or more of them are cheaper', () => {
    fc.assert(
      fc.property(
        expected,
        expected,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (m, n, f, g) => {
          const [less, more] = [chanceOf(Math.min(m, n), Math.min(f, g)), chanceOf(Math.max(m, n), Math.max(f, g))];
          expect(less).toBeGreaterThanOrEqual(0);
          expect(more).toBeLessThanOrEqual(1);
          expect(less).toBeLessThanOrEqual(more);
        },
      ),
    );
  });

  test('never falls with a higher price or a longer wait, and the saving is never above the price times the chance', () => {
    fc.assert(
      fc.property(percents, price, price, expected, (given, one, other, m) => {
        const { quoted } = quotedAt(given);
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((at) => {
          const steps = priceSteps(quoted, { price: at, mid: 200 });
          return { at, chance: chanceOf(m, steps.at(-1)?.share ?? Number.NaN), saving: savingOf(m, steps) };
        });
        if (!low || !high) throw new Error('two prices');
        expect(low.chance).toBeLessThanOrEqual(high.chance);
        for (const { at, chance, saving } of [low, high]) {
          expect(saving).toBeGreaterThanOrEqual(0);
          expect(saving).toBeLessThanOrEqual(at * chance + 1e-9);
        }
      }),
    );
    fc.assert(
      fc.property(requests, wait, wait, wait, (given, age, one, other) => {
        const rates = quoteRates(added(given.map(tallyOf)));
        const [short, long] = [Math.min(one, other), Math.max(one, other)];
        expect(expectedQuotes(rates, age, short)).toBeLessThanOrEqual(expectedQuotes(rates, age, long));
      }),
    );
  });

  test('does not count a quote of the same price as cheaper', () => {
    const { quoted } = quotedAt(Array.from({ length: 40 }, () => 100));
    expect(priceSteps(quoted, { price: 200, mid: 200 }).at(-1)).toEqual({ price: 200, share: 0 });
    expect(priceSteps(quoted, { price: 202, mid: 200 }).at(-1)).toEqual({ price: 202, share: 100 });
  });

  test('is not computed from 29 prices', () => {
    const { quoted } = quotedAt(Array.from({ length: 30 }, (_, n) => 90 + n));
    const asked = { price: 200, mid: 200, age_s: 0 };
    const rates = { reached: [99], open_s: [990], arrivals: [33], accepted: [] };
    expect(cheaperOdds({ ...rates, quoted: quoted.slice(1) }, asked)).toBeNull();
    expect(cheaperOdds({ ...rates, quoted }, asked)).toMatchObject({ price: 200, minutes: 3, quotes: 30 });
  });

  test('and the saving agree with 200,000 simulated waits', () => {
    const random = seeded(7);
    // Prices from 80 to 120 percent of ₹200, so that the steps of 5 percent are exact.
    const { quoted } = quotedAt(Array.from({ length: 41 }, (_, n) => 80 + n));
    const [m, at] = [1.3, 196];
    const steps = priceSteps(quoted, { price: at, mid: 200 });
    const waits = 200_000;
    // The gaps between the arrivals of a Poisson process are exponential.
    const gap = () => -Math.log(1 - random()) / m;
    let [came, saved] = [0, 0];
    for (let n = 0; n < waits; n++) {
      let best = at;
      for (let time = gap(); time < 1; time += gap()) best = Math.min(best, 160 + 2 * Math.floor(random() * 41));
      if (best < at) came++;
      saved += at - best;
    }
    expect(chanceOf(m, steps.at(-1)?.share ?? Number.NaN)).toBeCloseTo(came / waits, 2);
    expect(Math.abs(savingOf(m, steps) - saved / waits)).toBeLessThan(0.15);
  });
});

/** A generator of numbers from 0 to 1 that always gives the same ones (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the first quote', () => {
  const constant = (per_minute: number, count = 30): Tally => ({
    ...noTally,
    reached: bandStarts.map(() => count),
    open_s: bandStarts.map(() => 6_000),
    arrivals: bandStarts.map(() => per_minute * 100),
  });

  test.each([
    [6, 10],
    [1.5, 40],
    [1, 60],
    [0.5, 120],
    [0.2, 300],
    [0.03, null],
    [0, null],
  ])('at %p quotes a minute is said to come after %p s: 1/λ', (per_minute, seconds) => {
    expect(firstQuoteSeconds(constant(per_minute))).toBe(seconds);
    expect(firstQuoteSeconds(constant(per_minute, 29))).toBeNull();
  });

  test('is expected when the sum of the expected quotes reaches one', () => {
    fc.assert(
      fc.property(requests, (given) => {
        const tally = { ...added(given.map(tallyOf)), reached: bandStarts.map(() => 30) };
        const [rates, seconds] = [quoteRates(tally), firstQuoteSeconds(tally)];
        if (seconds === null) expect(expectedQuotes(rates, 0, 1_800)).toBeLessThan(1.01);
        // Rounding moves the time by half a minute at most.
        else expect(expectedQuotes(rates, 0, seconds + 30)).toBeGreaterThanOrEqual(0.99);
      }),
    );
  });
});

describe('a tally', () => {
  test('is the sum of the tallies of its requests, in any order and grouping', () => {
    fc.assert(
      fc.property(requests, requests, (one, other) => {
        const all = added([...one, ...other].map(tallyOf));
        expect(added([added(other.map(tallyOf)), added(one.map(tallyOf))])).toEqual(all);
        expect(all.reached[0]).toBe(one.length + other.length);
      }),
    );
  });

  test('counts every open second of a request exactly once, and every quote of this time exactly once', () => {
    fc.assert(
      fc.property(requests, (given) => {
        const { open_s, arrivals } = added(given.map(tallyOf));
        const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
        expect(sum(open_s)).toBe(sum(given.map((request) => request.open_s)));
        expect(sum(arrivals)).toBe(
          sum(given.map((request) => request.quotes.filter(({ after_s }) => after_s <= request.open_s).length)),
        );
      }),
    );
  });

  test('counts the requests that were still open when each time step began', () => {
    const given = [10, 45, 200].map((open_s) => tallyOf({ open_s, quotes: [] }));
    expect(added(given)).toMatchObject({ reached: [3, 2, 1, 1, 0, 0, 0], open_s: [70, 45, 60, 80, 0, 0, 0] });
    const many = added(Array.from({ length: 30 }, () => tallyOf({ open_s: 45, quotes: [] })));
    expect([0, 30, 59, 60].map((age) => isObservedAt(many, age))).toEqual([true, true, true, false]);
  });

  test('counts prices above 400 percent of the usual one as 400', () => {
    expect([percentOf(235, 250), percentOf(99_999, 250)]).toEqual([94, 400]);
  });
});

describe('the middle half', () => {
  const of = (count: number) =>
    added(
      Array.from({ length: count }, (_, n) =>
        tallyOf({ open_s: 9, quotes: [{ after_s: 1, percent: 81 + n, accepted: true }] }),
      ),
    );

  test('is known from 30 accepted prices', () => {
    expect(quartilesOf(of(29))).toBeNull();
    expect(quartilesOf(of(30))).toEqual({ low_percent: 88, high_percent: 103, count: 30 });
    expect(middleHalfOf({ low_percent: 88, high_percent: 103, count: 30 }, 225)).toMatchObject({ low: 200, high: 230 });
  });

  test('has at least half of the prices between its edges, and at most a quarter on each side', () => {
    fc.assert(
      fc.property(percents, (given) => {
        const { quoted } = quotedAt(given);
        const [low = 0, high = 0] = [quantile(quoted, 1 / 4) ?? 0, quantile(quoted, 3 / 4) ?? 0];
        expect(given.filter((percent) => percent < low).length).toBeLessThanOrEqual(given.length / 4);
        expect(given.filter((percent) => percent > high).length).toBeLessThanOrEqual(given.length / 4);
      }),
    );
  });
});

test('a chance is said in the words whose probability is nearest', () => {
  const said = [0, 0.06, 0.08, 0.16, 0.23, 0.28, 0.3, 0.45, 0.6, 0.72, 0.86, 1].map(saidOf);
  expect(said).toEqual([
    'unlikely',
    'unlikely',
    'in_10',
    'in_5',
    'in_4',
    'in_4',
    'in_3',
    'in_2',
    'two_in_3',
    'three_in_4',
    'likely',
    'likely',
  ]);
  expect(new Set(said)).toEqual(new Set(saids));
});
