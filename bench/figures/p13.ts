import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Effort, type Figure, type Row, rowNotRun } from '../figure';
import { addressOf, RawClient } from '../p13/client';
import { shortageOf } from '../p13/room';
import { canPin, pinLoad, type StormServer, startStormServer } from '../p13/start';
import { cpuOf, cpuOfProcess } from '../processes';
import { spreadOf } from '../statistics';

/**
 * The number of clients that one core has to serve. P13_CLIENTS sets fewer on a machine that is too small for so many
 * clients.
 */
const CLIENTS = Number(process.env.P13_CLIENTS ?? 10_000);
const GOAL_MS_A_CLIENT = 1;
const GOAL_SECONDS = 10;
const GOAL_P99 = 2;
const LONGEST_MS = 120_000;
const CALLS_A_SECOND = 20;
/** How long (ms) the probe's calls are measured before a storm, to compare them with the calls during the storm. */
const BEFORE_MS = 5_000;
/**
 * The pause (ms) between two storms, which makes the storms alike: a process accepts all connections of a crowd before
 * it admits the first client, but it does so at most once in half a minute.
 */
const PAUSE_MS = 30_000;

const PROBE = fileURLToPath(new URL('../p13/probe.mjs', import.meta.url));
const PROFILES = fileURLToPath(new URL('../results/profiles', import.meta.url));

interface Storm {
  /** The time until all clients had the current state. */
  seconds: number;
  /** CPU time of hub and store for each returning client (ms). */
  hub: number;
  store: number;
  /** The p99 of the probe's calls before the storm and during it (ms). */
  before: number;
  meanwhile: number;
  /** Of all clients so far: refused upgrades, lost connections and refused watches. */
  refused: number;
  lost: number;
  unwatched: number;
}

async function latenciesOf(probe: ChildProcess): Promise<number[]> {
  const answer = new Promise<number[]>((resolve) =>
    probe.once('message', (message) => resolve((message as { latencies: number[] }).latencies)),
  );
  probe.send('report');
  return answer;
}

const p99 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/** Waits until every client is fresh, which means that it has the current state. Throws after two minutes. */
async function untilFresh(clients: readonly RawClient[]): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  let missing = clients;
  while (missing.length > 0) {
    missing = missing.filter(({ isFresh }) => !isFresh);
    if (performance.now() > until) throw new Error(`${missing.length} clients are not fresh`);
    await delay(5);
  }
}

/** Connects all clients in groups of 100: all at once would already be a storm. */
async function gather({ port, clients }: StormServer): Promise<RawClient[]> {
  const all = clients.map((client, nth) => new RawClient({ port, from: addressOf(nth) }, client));
  for (let from = 0; from < all.length; from += 100) {
    const part = all.slice(from, from + 100);
    for (const client of part) client.open();
    await untilFresh(part);
  }
  return all;
}

/** The CPU time of hub and store so far, and the time, in ms. */
function usageOf({ pid }: StormServer) {
  const hub = cpuOfProcess(pid);
  return { hub, store: cpuOf(pid) - hub, at: performance.now() };
}

/** Cuts all clients at once, and waits until they are back. */
async function storm(server: StormServer, clients: readonly RawClient[], probe: ChildProcess): Promise<Storm> {
  await latenciesOf(probe);
  const calm = usageOf(server);
  await delay(BEFORE_MS);
  const before = p99(await latenciesOf(probe));
  const cut = usageOf(server);
  for (const client of clients) client.cut();
  await untilFresh(clients);
  const back = usageOf(server);
  const seconds = (back.at - cut.at) / 1_000;
  // The cost of the probe's calls and of the open connections is not part of the storm: it is subtracted.
  const cost = (of: 'hub' | 'store') =>
    (back[of] - cut[of] - ((cut[of] - calm[of]) / (cut.at - calm.at)) * (back.at - cut.at)) / clients.length;
  const [hub, store] = [cost('hub'), cost('store')];
  const meanwhile = p99(await latenciesOf(probe));
  const sum = (of: 'refused' | 'lost' | 'unwatched') => clients.reduce((all, client) => all + client[of], 0);
  const counts = { refused: sum('refused'), lost: sum('lost'), unwatched: sum('unwatched') };
  return { seconds, hub, store, before, meanwhile, ...counts };
}

/** The storms of one server. */
async function stormsOf(kind: 'product' | 'bare', effort: Effort, report: (line: string) => void): Promise<Storm[]> {
  const server = await startStormServer(kind, CLIENTS, effort.profile && kind === 'product' ? PROFILES : '');
  const address = `http://127.0.0.1:${server.port}/api/bookings/my`;
  const clients = await gather(server);
  const token = server.clients.at(-1)?.token ?? '';
  const probe = fork(PROBE, [address, token, String(CALLS_A_SECOND)]);
  await once(probe, 'message');
  const storms: Storm[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    if (round > 0) await delay(PAUSE_MS);
    const measured = await storm(server, clients, probe);
    storms.push(measured);
    const { hub, store, seconds, before, meanwhile, refused, lost, unwatched } = measured;
    report(
      `${kind}: hub ${hub.toFixed(2)} + store ${store.toFixed(2)} ms a client, fresh after ${seconds.toFixed(1)} s, ` +
        `p99 ${before.toFixed(0)} → ${meanwhile.toFixed(0)} ms, ${refused} refused, ${lost} lost, ${unwatched} watches refused so far`,
    );
  }
  for (const client of clients) client.end();
  probe.disconnect();
  await server.stop();
  return storms;
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const shortage = shortageOf(CLIENTS);
  if (shortage !== null) return [rowNotRun(`a storm of ${CLIENTS} clients`, shortage)];
  pinLoad();
  report(
    `${CLIENTS} clients${canPin ? '; hub and store on one core, the clients on another' : '; not pinned to cores'}`,
  );
  const bare = await stormsOf('bare', effort, report);
  const storms = await stormsOf('product', effort, report);
  const bareHub = spreadOf(bare.map(({ hub }) => hub)).median;
  const median = (of: keyof Storm, digits = 2) => spreadOf(storms.map((one) => one[of])).median.toFixed(digits);
  const cpu = { 'hub ms': median('hub'), 'store ms': median('store'), 'bare hub ms': bareHub.toFixed(2) };
  return [
    {
      name: `hub and store, CPU time per returning client, against ${GOAL_MS_A_CLIENT} ms`,
      ratio: spreadOf(storms.map(({ hub, store }) => (hub + store) / GOAL_MS_A_CLIENT)),
      goal: 1,
      shown: cpu,
    },
    {
      name: 'hub and store, CPU time per returning client, against the bare hub',
      ratio: spreadOf(storms.map(({ hub, store }) => (hub + store) / bareHub)),
      shown: cpu,
    },
    {
      name: `until all ${CLIENTS} are fresh, against ${GOAL_SECONDS} s`,
      ratio: spreadOf(storms.map(({ seconds }) => seconds / GOAL_SECONDS)),
      goal: 1,
      shown: { seconds: median('seconds', 1) },
    },
    {
      name: 'p99 of REST calls during the storm, against their p99 before it',
      ratio: spreadOf(storms.map(({ meanwhile, before }) => meanwhile / before)),
      goal: GOAL_P99,
      shown: { 'before ms': median('before', 0), 'meanwhile ms': median('meanwhile', 0) },
    },
  ];
}

/** Measures a storm: every client is cut at once, and comes back. */
export const p13: Figure = {
  name: 'p13',
  title: `A storm: ${CLIENTS} clients cut at once`,
  baseline: 'the limit or baseline in each line',
  measure,
};
