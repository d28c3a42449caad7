import { setTimeout as delay } from 'node:timers/promises';
import { besideMeasured, MEASURED_CORE } from '../cores';
import type { Effort, Figure, Row } from '../figure';
import { openProductFleet } from '../positions/fleet';
import { seedRides } from '../positions/rides';
import { Traffic } from '../positions/traffic';
import { cpuOfEach } from '../processes';
import { type Product, startProduct } from '../product';
import { ratios, spreadOf } from '../statistics';

/** Three products share one core here: with 1,000 drivers each, they would need more than the whole core. */
const DRIVERS = 400;
const FEW_DRIVERS = 200;
const SECONDS = 4;
const WARM_UP_SECONDS = 6;
const GOAL = 1.7;

/** What a product needs for one delivery, in microseconds: its busiest process, and all of them together. */
interface Cost {
  busiest: number;
  total: number;
}

type Round = Record<'two' | 'one' | 'control', Cost>;

function costOf(before: Map<number, number>, after: Map<number, number>, delivered: number): Cost {
  const micros = [...after].map(([pid, ms]) => ((ms - (before.get(pid) ?? 0)) * 1_000) / delivered);
  return { busiest: Math.max(...micros), total: micros.reduce((sum, each) => sum + each, 0) };
}

async function measureRound(products: readonly Product[], traffic: Traffic, seconds: number): Promise<Round> {
  const read = () => products.map(({ pid }) => cpuOfEach(pid));
  const before = read();
  const windows = await traffic.during(seconds);
  const after = read();
  const at = (nth: number) =>
    costOf(before[nth] ?? new Map(), after[nth] ?? new Map(), windows[nth]?.delivered ?? Number.NaN);
  return { two: at(0), one: at(1), control: at(2) };
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const of = (side: keyof Round, part: keyof Cost) => rounds.map((round) => round[side][part]);
  const shown = (side: keyof Round, part: keyof Cost) => spreadOf(of(side, part)).median.toFixed(1);
  return [
    {
      name: 'deliveries per CPU second of the busiest process',
      ratio: ratios(of('one', 'busiest'), of('two', 'busiest')),
      atLeast: GOAL,
      control: ratios(of('control', 'busiest'), of('one', 'busiest')),
      shown: {
        'two workers, busiest process µs': shown('two', 'busiest'),
        'one worker, busiest process µs': shown('one', 'busiest'),
      },
    },
    {
      name: 'CPU time of all processes for a delivery',
      ratio: ratios(of('two', 'total'), of('one', 'total')),
      control: ratios(of('control', 'total'), of('one', 'total')),
      shown: {
        'two workers, all processes µs': shown('two', 'total'),
        'one worker, all processes µs': shown('one', 'total'),
      },
    },
  ];
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const core = MEASURED_CORE;
  const products = [
    await startProduct({ core, settings: { WORKERS: '2' } }),
    await startProduct({ core }),
    await startProduct({ core }),
  ];
  try {
    const rides = await seedRides(products, effort.short ? FEW_DRIVERS : DRIVERS);
    const fleets = [];
    for (const { url } of products) fleets.push(await openProductFleet(url, rides));
    const traffic = new Traffic(fleets, rides);
    traffic.start();
    await delay(WARM_UP_SECONDS * 1_000);
    const rounds: Round[] = [];
    for (let round = 0; round < effort.rounds; round++) {
      const measured = await measureRound(products, traffic, Math.max(SECONDS, effort.seconds));
      report(JSON.stringify(measured));
      rounds.push(measured);
    }
    traffic.stop();
    for (const fleet of fleets) fleet.close();
    return rowsOf(rounds);
  } finally {
    for (const product of products) await product.stop();
  }
}

/**
 * Compares two workers with one process under the same load. The busiest process limits what they can deliver; its CPU
 * time can be measured without a free core for each process.
 */
export const p7: Figure = {
  name: 'p7',
  title: `P7: positions of ${DRIVERS} drivers through two workers`,
  baseline: 'one process',
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
