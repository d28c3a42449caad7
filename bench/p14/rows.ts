import { BANNER_AFTER_MS } from '@boli/shared/core/constants';
import type { Figures } from '../../demo/report';
import { Disturbed } from '../disturbed';
import type { Row } from '../figure';
import { ratios, spreadOf } from '../statistics';

/** What a simulation has counted and timed. */
export type SimulatedTown = Pick<Figures, 'counts' | 'milliseconds'>;

/** A run without a restart, and one with a rolling restart. */
export interface Pair {
  calm: SimulatedTown;
  restarted: SimulatedTown;
}

const GOAL_STALE_MS = 1_000;

const count = ({ counts }: SimulatedTown, ...names: readonly string[]) =>
  names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);

/** A row of how often something happened; the highest number of a run without a restart is shown beside it. */
function howOften(name: string, pairs: readonly Pair[], ...names: readonly string[]): Row {
  const of = (run: keyof Pair) => spreadOf(pairs.map((pair) => count(pair[run], ...names)));
  return { name, ratio: of('restarted'), shown: { 'without restart': String(of('calm').max) } };
}

/** A row of something that must not happen: how often it happened in all restarts together. */
function never(name: string, pairs: readonly Pair[], ...names: readonly string[]): Row {
  const all = pairs.reduce((sum, { restarted }) => sum + count(restarted, ...names), 0);
  return { ...howOften(name, pairs, ...names), ratio: spreadOf([all]), goal: 0 };
}

/** A row of the time until a change is on the screen, as a multiple of this time without a restart. */
function slower(what: string, part: 'p50' | 'p99', pairs: readonly Pair[]): Row {
  const of = (run: keyof Pair) => pairs.map((pair) => pair[run].milliseconds[what]?.[part] ?? Number.NaN);
  const shown = (run: keyof Pair) => `${spreadOf(of(run)).median.toFixed(0)} ms`;
  return {
    name: `${what}, ${part}`,
    ratio: ratios(of('restarted'), of('calm')),
    shown: { 'with restart': shown('restarted'), 'without restart': shown('calm') },
  };
}

/**
 * The rows of a rolling restart. Throws `Disturbed` if a run without a restart lost connections, or if a run with a
 * restart lost none, or if the simulation itself lagged: all happen on a machine that is too busy.
 */
export function rowsOf(pairs: readonly Pair[]): Row[] {
  const lost = (run: keyof Pair) => pairs.map((pair) => count(pair[run], 'connections lost'));
  if (lost('calm').some((times) => times > 0)) throw new Disturbed('connections were lost without a restart');
  if (lost('restarted').includes(0)) throw new Disturbed('no connection was lost in the restart');
  const runs = pairs.flatMap(({ calm, restarted }) => [calm, restarted]);
  if (runs.some(({ milliseconds }) => (milliseconds['event-loop lag of the simulation']?.most ?? 0) >= BANNER_AFTER_MS))
    throw new Disturbed('the simulation itself lagged');
  const after = (what: 'stale' | 'down', part: 'p50' | 'p99') =>
    pairs.map(({ restarted }) => restarted.milliseconds[`${what} after a loss`]?.[part] ?? Number.NaN);
  const shown = (...of: Parameters<typeof after>) => `${spreadOf(after(...of)).median.toFixed(0)} ms`;
  return [
    {
      name: 'median staleness of a screen whose connection was lost, against 1 s',
      ratio: spreadOf(after('stale', 'p50').map((ms) => ms / GOAL_STALE_MS)),
      goal: 1,
      shown: {
        p99: shown('stale', 'p99'),
        'connected again, p50': shown('down', 'p50'),
        'connections lost': String(spreadOf(lost('restarted')).median),
      },
    },
    never('events missed, and rows stale at the end', pairs, 'events missing', 'rows stale at the end'),
    never('error toasts', pairs, 'error toasts'),
    howOften('connection banners (lost for 2 s)', pairs, 'connection banners'),
    slower('commit to screen', 'p99', pairs),
    slower('position to screen', 'p50', pairs),
    slower('position to screen', 'p99', pairs),
  ];
}
