import { LEAST_OBSERVATIONS } from '@boli/shared/core/constants';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { daysAfter, endsMonth, monthOf } from './calendar';
import type { FairnessDay, FairnessPage } from './fairness.model';
import { figuresOf, observations } from './figures';
import { type Candidate, ofLastDays, ofMonth } from './publishing';

/** A day with this many rides, and with as many requests, fares and promises. */
function aDay(_id: string, rides: number): FairnessDay {
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
    made_at: new Date(0),
  };
}

const FIRST = '2026-01-20';

/** Publishes day by day what may be published; returns all of it. */
function publish(counts: readonly number[]): { days: FairnessDay[]; published: FairnessPage[] } {
  const days = counts.map((rides, at) => aDay(daysAfter(FIRST, at), rides));
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
 * Each number of rides between two neighbouring borders of the published periods that show it. Whatever sums and
 * differences of published periods are computed, the result consists of such segments.
 */
function segmentsOf({ days, published }: ReturnType<typeof publish>): number[] {
  const shown = published.filter(({ rides }) => rides !== null);
  const borders = [...new Set(shown.flatMap(({ from, to }) => [from, daysAfter(to, 1)]))].sort();
  return borders.slice(1).flatMap((border, at) => {
    const from = borders[at] ?? border;
    const isCovered = shown.some((page) => page.from <= from && border <= daysAfter(page.to, 1));
    const segment = days.filter(({ _id }) => _id >= from && _id < border);
    return isCovered ? [observations(segment).rides] : [];
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
        const few = segmentsOf(publish(counts)).filter((count) => count > 0 && count < LEAST_OBSERVATIONS);
        expect(few).toEqual([]);
      }),
      { numRuns: 60 },
    );
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
