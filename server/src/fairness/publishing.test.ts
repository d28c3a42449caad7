import { LEAST_OBSERVATIONS, LEAST_PEOPLE } from '@boli/shared/core/constants';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { daysAfter, endsMonth, monthOf } from './calendar';
import type { FairnessDay, FairnessPage } from './fairness.model';
import { figures, figuresOf, isOfManyPeople, observations } from './figures';
import { type Candidate, ofLastDays, ofMonth } from './publishing';

/** The first people of a list that is the same for all days. */
const people = (count: number) => Array.from({ length: Math.min(count, LEAST_PEOPLE) }, (_, n) => `person ${n}`);

/**
 * A day with this many rides, as many requests, fares and promises, and twice as many quotes. It has no active hours.
 * `drivers` and `customers` are the numbers of different people, by default one for each ride. At most five of each
 * side are stored.
 */
function aDay(_id: string, rides: number, { drivers = rides, customers = rides } = {}): FairnessDay {
  return {
    _id,
    rides,
    requests: rides,
    quotes: rides * 2,
    prices: rides > 0 ? [{ percent: 100, rides }] : [],
    fares: rides,
    price_paise: rides * 200_00,
    earnings_paise: rides * 180_00,
    promises: rides,
    kept: rides,
    drivers: [],
    people: figures.map((figure) => ({ figure, drivers: people(drivers), customers: people(customers) })),
    made_at: new Date(0),
  };
}

const FIRST = '2026-01-20';

/** Publishes day by day what may be published; returns all of it. */
function publish(
  counts: readonly number[],
  crowdOf: (at: number) => { drivers?: number; customers?: number } = () => ({}),
) {
  const days = counts.map((rides, at) => aDay(daysAfter(FIRST, at), rides, crowdOf(at)));
  const published: FairnessPage[] = [];
  const add = (kind: FairnessPage['kind'], { period, days }: Candidate, shown: ReadonlySet<string>) => {
    const own = days.filter(({ _id }) => _id >= period.from);
    const figures = figuresOf(own, (figure) => shown.has(figure));
    published.push({ _id: `${kind}:${period.from}:${period.to}`, kind, ...period, ...figures });
  };
  days.forEach(({ _id: to }, at) => {
    const candidate = (from: string): Candidate => ({
      period: { from, to },
      since: daysAfter(from, -60),
      days: days.slice(0, at + 1),
      published: [...published],
    });
    if (endsMonth(to)) add('month', candidate(monthOf(to)), ofMonth(candidate(monthOf(to))));
    const last = candidate(daysAfter(to, -29));
    const shown = ofLastDays(last);
    if (shown) add('last_days', last, shown);
  });
  return { days, published };
}

/**
 * The published periods that show the number of rides divide the days into segments. A segment is the days between two
 * neighbouring borders. Every sum and every difference of published periods consists of such segments.
 */
function segmentsOf({ days, published }: ReturnType<typeof publish>): FairnessDay[][] {
  const shown = published.filter(({ rides }) => rides !== null);
  const borders = [...new Set(shown.flatMap(({ from, to }) => [from, daysAfter(to, 1)]))].sort();
  return borders.slice(1).flatMap((border, at) => {
    const from = borders[at] ?? border;
    const isCovered = shown.some((page) => page.from <= from && border <= daysAfter(page.to, 1));
    const segment = days.filter(({ _id }) => _id >= from && _id < border);
    return isCovered ? [segment] : [];
  });
}

const town = fc
  .record({ length: fc.integer({ min: 40, max: 150 }), most: fc.constantFrom(1, 3, 8, 20, 60, 200), quiet: fc.nat(3) })
  .chain(({ length, most, quiet }) =>
    fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(most) }, { weight: quiet, arbitrary: fc.constant(0) }), {
      minLength: length,
      maxLength: length,
    }),
  );

describe('what is published', () => {
  test('never lets anybody compute a figure of fewer than 30 observations, by sums and differences of periods', () => {
    fc.assert(
      fc.property(town, (counts) => {
        const numbers = segmentsOf(publish(counts)).map((segment) => observations(segment).rides);
        expect(numbers.filter((count) => count > 0 && count < LEAST_OBSERVATIONS)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('never lets anybody compute a figure of fewer than five people on either side, in the same way', () => {
    const crowd = fc.record({ drivers: fc.nat(6), customers: fc.nat(6) });
    const crowds = fc.array(crowd, { minLength: 150, maxLength: 150 });
    fc.assert(
      fc.property(town, crowds, fc.constantFrom(1, 4, 40), (counts, drawn, every) => {
        // Every day, every fourth or every 40th day has few people, and the other days have many.
        const crowdOf = (at: number) => (at % every === 0 ? (drawn[at] ?? {}) : {});
        const segments = segmentsOf(publish(counts, crowdOf)).filter((segment) => observations(segment).rides > 0);
        for (const segment of segments) {
          const ofSide = (side: 'drivers' | 'customers') =>
            new Set(segment.flatMap((day) => day.people?.find(({ figure }) => figure === 'rides')?.[side] ?? [])).size;
          expect(Math.min(ofSide('drivers'), ofSide('customers'))).toBeGreaterThanOrEqual(LEAST_PEOPLE);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    [{ drivers: 1 }, ['quotes_per_request']],
    [{ drivers: 4 }, ['quotes_per_request']],
    [{ customers: 4 }, []],
    [{ drivers: 5, customers: 5 }, figures.filter((figure) => figure !== 'hourly')],
  ])('of 310 rides with %p is only %p', (crowd, shown) => {
    const candidate = {
      period: { from: '2026-01-01', to: '2026-01-31' },
      since: '2025-12-01',
      days: Array.from({ length: 31 }, (_, at) => aDay(daysAfter('2026-01-01', at), 10, crowd)),
      published: [],
    };
    expect([...ofMonth(candidate)]).toEqual(shown);
  });

  test('hides a figure of a month if the days after the last published days would show a figure of fewer than five people', () => {
    const days = Array.from({ length: 31 }, (_, at) =>
      aDay(daysAfter('2026-01-01', at), 40, at < 30 ? {} : { drivers: 1 }),
    );
    const candidate = {
      period: { from: '2026-01-01', to: '2026-01-31' },
      since: '2025-12-01',
      days,
      published: [] as FairnessPage[],
    };
    expect(ofMonth(candidate).has('price_percent')).toBe(true);
    const [from, to] = ['2026-01-01', '2026-01-30'];
    const page = { _id: 'x', kind: 'last_days' as const, from, to, ...figuresOf(days, () => true) };
    expect([...ofMonth({ ...candidate, published: [page] })]).toEqual(['quotes_per_request']);
  });

  test('counts different people over several days, and nobody for days that were counted without people', () => {
    const days = ['a', 'b', 'c'].map((person, at) => ({
      ...aDay(daysAfter(FIRST, at), 20),
      people: [{ figure: 'rides', drivers: [person, `${person}2`], customers: [person, `${person}2`] }],
    }));
    expect([isOfManyPeople(days, 'rides'), isOfManyPeople(days.slice(1), 'rides')]).toEqual([true, false]);
    const { people: _people, ...before } = aDay(FIRST, 300);
    expect(isOfManyPeople([before], 'rides')).toBe(false);
  });

  test('has no figure from fewer than 30 observations', () => {
    fc.assert(
      fc.property(town, (counts) => {
        for (const { rides } of publish(counts).published)
          if (rides !== null) expect(rides).toBeGreaterThanOrEqual(LEAST_OBSERVATIONS);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    [100, 1],
    [40, 2],
    [10, 15],
  ])('of a town with %p rides a day is never more than %p days old after the first month', (perDay, most) => {
    const { published } = publish(Array.from({ length: 140 }, () => perDay));
    const shown = published.filter(({ kind, rides }) => kind === 'last_days' && rides !== null);
    const ends = shown.map(({ to }) => to).filter((to) => to > daysAfter(FIRST, 30));
    const gaps = ends.slice(1).map((end, at) => (Date.parse(end) - Date.parse(ends[at] ?? end)) / 86_400_000);
    expect(gaps.length).toBeGreaterThan(5);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(most);
    expect(published.filter(({ kind, rides }) => kind === 'month' && rides !== null).length).toBeGreaterThanOrEqual(4);
  });

  test('of a month hides each figure that has fewer than 30 observations, and shows the others', () => {
    const day = { ...aDay('2026-01-31', 30), prices: [{ percent: 90, rides: 29 }], promises: 29, requests: 29 };
    const candidate = {
      period: { from: '2026-01-01', to: '2026-01-31' },
      since: '2025-12-01',
      days: [day],
      published: [],
    };
    expect([...ofMonth(candidate)]).toEqual(['rides', 'driver_share_percent']);
  });

  test('begins with the first day of a town if that day has enough observations', () => {
    const { published } = publish(Array.from({ length: 10 }, (_, at) => (at < 3 ? 100 : 60)));
    expect(published[0]).toMatchObject({ kind: 'last_days', to: FIRST, rides: 100 });
  });

  test('hides a figure of a month that would reveal the days after the last published ones', () => {
    const days = Array.from({ length: 31 }, (_, at) => aDay(daysAfter('2026-01-01', at), at < 30 ? 10 : 29));
    const candidate = {
      period: { from: '2026-01-01', to: '2026-01-31' },
      since: '2025-12-01',
      days,
      published: [] as FairnessPage[],
    };
    expect(ofMonth(candidate).has('rides')).toBe(true);
    const [from, to] = ['2026-01-01', '2026-01-30'];
    const page = { _id: 'x', kind: 'last_days' as const, from, to, ...figuresOf(days, () => true) };
    expect(ofMonth({ ...candidate, published: [page] }).has('rides')).toBe(false);
  });
});
