import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { besideMeasured, MEASURED_CORE } from '../cores';
import type { Effort, Figure, Row } from '../figure';
import { MeasuredProcess } from '../measured-process';
import { type Fleet, openProductFleet, openRelayFleet, openWsFleet, RECEIVERS } from '../positions/fleet';
import { seedRides } from '../positions/rides';
import { Traffic } from '../positions/traffic';
import { cpuOfProcess } from '../processes';
import { type Product, startProduct } from '../product';
import { quantile, ratios, spreadOf } from '../statistics';

const DRIVERS = 1_000;
/**
 * The drivers of a short run. With fewer, the server's work for idle connections would be too large a share of the whole.
 */
const FEW_DRIVERS = 500;
const SECONDS = 4;
const WARM_UP_SECONDS = 6;
const IDLE_SECONDS = 3;

const baseline = (name: string) => fileURLToPath(new URL(`../baselines/${name}.mjs`, import.meta.url));

/** The servers that are measured at the same time, in the order of their fleets. */
const NAMES = ['product', 'relay', 'control', 'acknowledging', 'ws'] as const;
type Name = (typeof NAMES)[number];

/** The figures of one server in one window: CPU time for each delivery in microseconds, latency in milliseconds. */
interface Measured {
  each: number;
  /** The same as `each`, but without the CPU time that the server needs while nobody sends. */
  alone: number;
  p99: number;
  /** The share of the positions that arrived, averaged over the receivers. */
  delivered: number;
}
type Round = Record<Name, Measured> & { store: number };

interface Servers {
  product: Product;
  relays: Record<Exclude<Name, 'product'>, MeasuredProcess>;
}

async function startServers({ profile }: Effort): Promise<Servers> {
  const start = (name: string) => MeasuredProcess.start({ path: baseline(name), core: MEASURED_CORE });
  return {
    product: await startProduct({ core: MEASURED_CORE, profile }),
    relays: {
      relay: await start('socket-io-relay'),
      control: await start('socket-io-relay'),
      acknowledging: await start('socket-io-relay'),
      ws: await start('ws-relay'),
    },
  };
}

/** How long a round takes, and the milliseconds of CPU time that each server needs in a second while nobody sends. */
interface Measuring {
  seconds: number;
  idle: Record<Name | 'store', number>;
}

/** The processor time of every server and of the product's store so far, in milliseconds. */
function cpuOfAll({ product, relays }: Servers): Record<Name | 'store', number> {
  const { server, store } = product.cpu();
  return {
    product: server,
    store,
    relay: cpuOfProcess(relays.relay.pid),
    control: cpuOfProcess(relays.control.pid),
    acknowledging: cpuOfProcess(relays.acknowledging.pid),
    ws: cpuOfProcess(relays.ws.pid),
  };
}

async function measureRound(servers: Servers, traffic: Traffic, { seconds, idle }: Measuring): Promise<Round> {
  const before = cpuOfAll(servers);
  const windows = await traffic.during(seconds);
  const after = cpuOfAll(servers);
  const micros = (name: Name | 'store') => (after[name] - before[name]) * 1_000;
  const of = (name: Name): Measured => {
    const { sent = 0, delivered = 0, latencies = [] } = windows[NAMES.indexOf(name)] ?? {};
    return {
      each: micros(name) / delivered,
      alone: (micros(name) - idle[name] * seconds * 1_000) / delivered,
      p99: quantile(latencies, 0.99),
      delivered: delivered / sent / RECEIVERS,
    };
  };
  return {
    product: of('product'),
    relay: of('relay'),
    control: of('control'),
    acknowledging: of('acknowledging'),
    ws: of('ws'),
    store: micros('store') / (windows[0]?.delivered ?? 0),
  };
}

/** The milliseconds of CPU time that each server needs in a second while nobody sends. */
async function idleOf(servers: Servers): Promise<Record<Name | 'store', number>> {
  const before = cpuOfAll(servers);
  await delay(IDLE_SECONDS * 1_000);
  const after = cpuOfAll(servers);
  const share = (name: Name | 'store') => (after[name] - before[name]) / IDLE_SECONDS;
  return {
    product: share('product'),
    store: share('store'),
    relay: share('relay'),
    control: share('control'),
    acknowledging: share('acknowledging'),
    ws: share('ws'),
  };
}

function rowsOf(rounds: readonly Round[], idle: Record<Name | 'store', number>): Row[] {
  const each = (name: Name) => rounds.map((round) => round[name].each);
  const alone = (name: Name) => rounds.map((round) => round[name].alone);
  const medianOf = (of: (round: Round) => number, digits: number) => spreadOf(rounds.map(of)).median.toFixed(digits);
  const withStore = rounds.map((round) => round.product.each + round.store);
  const control = ratios(each('control'), each('relay'));
  const micros = (name: Name) => medianOf((round) => round[name].each, 1);
  const p99 = (name: Name) => medianOf((round) => round[name].p99, 1);
  // Deliveries per CPU second are the reciprocal of the CPU time per delivery. So in each ratio the baseline's time is
  // the numerator.
  return [
    {
      name: 'deliveries per CPU second of the server',
      ratio: ratios(each('relay'), each('product')),
      atLeast: 0.9,
      control,
      shown: {
        'CPU µs each': micros('product'),
        'Socket.IO µs': micros('relay'),
        'p99 ms': p99('product'),
        'Socket.IO p99 ms': p99('relay'),
        'idle ms/s': idle.product.toFixed(0),
        'Socket.IO idle ms/s': idle.relay.toFixed(0),
        delivered: medianOf((round) => round.product.delivered, 3),
      },
    },
    {
      name: 'the same, without what both need while nobody sends',
      ratio: ratios(alone('relay'), alone('product')),
      control: ratios(alone('control'), alone('relay')),
      shown: {
        'CPU µs each': spreadOf(alone('product')).median.toFixed(1),
        'Socket.IO µs': spreadOf(alone('relay')).median.toFixed(1),
      },
    },
    {
      name: 'the same, server and store together',
      ratio: ratios(each('relay'), withStore),
      control,
      shown: { 'CPU µs each': spreadOf(withStore).median.toFixed(1), 'Socket.IO µs': micros('relay') },
    },
    {
      name: 'the server against a relay that acknowledges',
      ratio: ratios(each('acknowledging'), each('product')),
      control,
      shown: { 'CPU µs each': micros('product'), 'Socket.IO µs': micros('acknowledging') },
    },
    {
      name: 'the server against bare ws',
      ratio: ratios(each('ws'), each('product')),
      control,
      shown: { 'CPU µs each': micros('product'), 'ws µs': micros('ws'), 'ws p99 ms': p99('ws') },
    },
  ];
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const servers = await startServers(effort);
  const { product, relays } = servers;
  const at = ({ readyLine }: MeasuredProcess) => `http://127.0.0.1:${readyLine}`;
  const fleets: Fleet[] = [];
  try {
    const rides = await seedRides([product], effort.short ? FEW_DRIVERS : DRIVERS);
    fleets.push(await openProductFleet(product.url, rides));
    fleets.push(await openRelayFleet(at(relays.relay), rides, false));
    fleets.push(await openRelayFleet(at(relays.control), rides, false));
    fleets.push(await openRelayFleet(at(relays.acknowledging), rides, true));
    fleets.push(await openWsFleet(at(relays.ws), rides));
    report(`${rides.length} drivers at each of ${fleets.length} servers`);
    const idle = await idleOf(servers);
    const traffic = new Traffic(fleets, rides);
    traffic.start();
    await delay(WARM_UP_SECONDS * 1_000);
    const rounds: Round[] = [];
    for (let round = 0; round < effort.rounds; round++) {
      const measured = await measureRound(servers, traffic, { seconds: Math.max(SECONDS, effort.seconds), idle });
      const each = NAMES.map((name) => `${name} ${measured[name].each.toFixed(1)}`).join(', ');
      report(`CPU µs for a delivery: ${each}, store ${measured.store.toFixed(1)}`);
      rounds.push(measured);
    }
    traffic.stop();
    return rowsOf(rounds, idle);
  } finally {
    for (const fleet of fleets) fleet.close();
    await Promise.all([product, ...Object.values(relays)].map((server) => server.stop()));
  }
}

/** Compares how the product delivers positions with bare relays that get the same load at the same time. */
export const p1: Figure = {
  name: 'p1',
  title: `P1: positions of ${DRIVERS} drivers to two receivers each, deliveries per CPU second`,
  baseline: 'a bare Socket.IO relay',
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
