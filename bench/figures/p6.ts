import { setTimeout as delay } from 'node:timers/promises';
import { type Account, insertAccounts } from '../accounts';
import { besideMeasured, MEASURED_CORE } from '../cores';
import type { Effort, Figure, Row } from '../figure';
import { openHubLink } from '../hub-link';
import { openProductFleet } from '../positions/fleet';
import { seedRides } from '../positions/rides';
import { Traffic } from '../positions/traffic';
import { inDatabase, type Product, startProduct } from '../product';
import { quantile, ratios, spreadOf } from '../statistics';
import { together } from '../together';

/** Rides whose positions are sent, with three connections each; the other connections are idle. */
const RIDES = 200;
const FEW = 1_000;
const MANY = 10_000;
const SHORT_MANY = 3_000;
const SECONDS = 4;
const WARM_UP_SECONDS = 6;
const GOAL = 1.4;

/** The server's CPU time for a delivery in microseconds, and the latency in milliseconds. */
interface Measured {
  each: number;
  p99: number;
}
type Round = Record<'many' | 'few' | 'control', Measured>;

/** Connects idle customers to a product until it has this many connections. */
async function fill(product: Product, connections: number): Promise<void> {
  const idle: Account[] = await inDatabase(product, () => insertAccounts('customer', connections - 3 * RIDES));
  await together(idle.length, (nth) => openHubLink(product.url, { token: idle[nth]?.token }));
}

async function measureRound(products: readonly Product[], traffic: Traffic, seconds: number): Promise<Round> {
  const before = products.map((product) => product.cpu().server);
  const windows = await traffic.during(seconds);
  const after = products.map((product) => product.cpu().server);
  const at = (nth: number): Measured => {
    const { delivered = 0, latencies = [] } = windows[nth] ?? {};
    const milliseconds = (after[nth] ?? 0) - (before[nth] ?? 0);
    return { each: (milliseconds * 1_000) / delivered, p99: quantile(latencies, 0.99) };
  };
  return { many: at(0), few: at(1), control: at(2) };
}

function rowOf(rounds: readonly Round[]): Row {
  const of = (side: keyof Round, part: keyof Measured) => rounds.map((round) => round[side][part]);
  const shown = (side: keyof Round, part: keyof Measured) => spreadOf(of(side, part)).median.toFixed(1);
  return {
    name: 'CPU time of the server for a delivery',
    ratio: ratios(of('many', 'each'), of('few', 'each')),
    goal: GOAL,
    control: ratios(of('control', 'each'), of('few', 'each')),
    shown: {
      µs: shown('many', 'each'),
      [`µs, ${FEW}`]: shown('few', 'each'),
      'p99 ms': shown('many', 'p99'),
      [`p99 ms, ${FEW}`]: shown('few', 'p99'),
    },
  };
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const core = MEASURED_CORE;
  const many = await startProduct({ core, profile: effort.profile });
  const products = [many, await startProduct({ core }), await startProduct({ core })];
  try {
    const rides = await seedRides(products, RIDES);
    const fleets = [];
    for (const product of products) {
      fleets.push(await openProductFleet(product.url, rides));
      await fill(product, product === many ? (effort.short ? SHORT_MANY : MANY) : FEW);
    }
    const traffic = new Traffic(fleets, rides);
    traffic.start();
    await delay(WARM_UP_SECONDS * 1_000);
    const rounds: Round[] = [];
    for (let round = 0; round < effort.rounds; round++) {
      rounds.push(await measureRound(products, traffic, Math.max(SECONDS, effort.seconds)));
      report(JSON.stringify(rounds.at(-1)));
    }
    traffic.stop();
    return [rowOf(rounds)];
  } finally {
    for (const product of products) await product.stop();
  }
}

/** Compares the cost of the same positions beside many and beside few idle connections. */
export const p6: Figure = {
  name: 'p6',
  title: `P6: positions of ${RIDES} drivers on a server with ${MANY} connections`,
  baseline: `the same with ${FEW} connections`,
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
