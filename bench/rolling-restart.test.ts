import { expect, test } from '@jest/globals';
import { Disturbed } from './disturbed';
import { rowsOf, type SimulatedTown } from './p14/rows';
import { isMissed } from './table';

const times = (p50: number, p99: number) => ({ p50, p95: p99, p99, most: p99 });

function town(counts: Record<string, number>, factor = 1): SimulatedTown {
  return {
    counts: { 'events expected': 900, ...counts },
    milliseconds: {
      'commit to screen': times(10 * factor, 50 * factor),
      'position to screen': times(4 * factor, 20 * factor),
      ...(counts['connections lost'] && { 'stale after a loss': times(800, 1_900) }),
    },
  };
}
const lost = { 'connections lost': 20 };
const rowNamed = (pairs: Parameters<typeof rowsOf>[0], name: string) =>
  rowsOf(pairs).find((row) => row.name.startsWith(name));

test('the median staleness is divided by one second, and the times to the screen by those without a restart', () => {
  const pair = { calm: town({}), restarted: town(lost, 2) };
  expect(rowNamed([pair], 'median staleness')?.ratio.median).toBe(0.8);
  expect(rowNamed([pair], 'commit to screen, p99')?.ratio.median).toBe(2);
  expect(rowsOf([pair]).filter(isMissed)).toEqual([]);
});

test('the goal is missed if one of three restarts has a missed event, a stale row or an error toast', () => {
  const calm = town({});
  const fine = { calm, restarted: town(lost) };
  const missedBy = (more: Record<string, number>) =>
    rowsOf([fine, fine, { calm, restarted: town({ ...lost, ...more }) }])
      .filter(isMissed)
      .map(({ name }) => name);
  expect(missedBy({})).toEqual([]);
  expect(missedBy({ 'events missing': 1 })).toEqual(['events missed, and rows stale at the end']);
  expect(missedBy({ 'rows stale at the end': 1 })).toEqual(['events missed, and rows stale at the end']);
  expect(missedBy({ 'error toasts': 1 })).toEqual(['error toasts']);
});

test('a run without a restart that loses connections, or one with a restart that loses none, is disturbed', () => {
  expect(() => rowsOf([{ calm: town(lost), restarted: town(lost) }])).toThrow(Disturbed);
  expect(() => rowsOf([{ calm: town({}), restarted: town({}) }])).toThrow(Disturbed);
});

test('a run whose simulation lagged by as much as a banner takes is disturbed', () => {
  const lagging = (ms: number): SimulatedTown => {
    const { counts, milliseconds } = town({});
    return { counts, milliseconds: { ...milliseconds, 'event-loop lag of the simulation': times(0, ms) } };
  };
  expect(() => rowsOf([{ calm: lagging(2_000), restarted: town(lost) }])).toThrow(Disturbed);
  expect(rowsOf([{ calm: lagging(1_900), restarted: town(lost) }])).not.toEqual([]);
});
