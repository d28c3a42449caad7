import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { apiAt, type TestPerson } from '../../server/src/testing/app';
import type { Effort, Figure, Row } from '../figure';
import { CENTER } from '../p15/center';
import { type DeafReader, openDeafReader } from '../p15/deaf';
import { startTown, type Town } from '../p15/start-town';
import { cpuOf, memoryOf } from '../processes';
import { spreadOf } from '../statistics';

const MANY = 10_000;
const FEW = 100;
const LIST_GOAL_MS = 10;
const HOSTILE_GOAL = 0.1;
const HOSTILE_SECONDS = 20;
/** More calls than an account may make in a burst. */
const BURST_CALLS = 400;
const DEAF = 80;
const DEAF_GOAL_BYTES = 50_000_000;
/** The number of calls before the measurement. After them the code is warm, and the list is in memory. */
const WARM = 100;

const near = `limit=200&lat=${CENTER.lat}&lng=${CENTER.lng}&radius_km=10`;

async function list({ url }: Town, token: string, query: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' };
  await (await fetch(`${url}/api/rides/requests?${query}`, { headers })).arrayBuffer();
}

async function connect({ url, driver }: Town): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth: { token: driver }, forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return socket;
}

/** The share of a core that server and store take when idle. */
async function idleOf(pid: number): Promise<number> {
  const [from, began] = [cpuOf(pid), performance.now()];
  await delay(2_000);
  return (cpuOf(pid) - from) / (performance.now() - began);
}

/** The cost of one `call` for server and store, in milliseconds of CPU time without the idle share. */
async function costOf({ pid }: Town, seconds: number, call: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < WARM; warm++) await call();
  const idle = await idleOf(pid);
  const [from, began] = [cpuOf(pid), performance.now()];
  let calls = 0;
  while (performance.now() - began < seconds * 1_000) {
    await call();
    calls += 1;
  }
  return (cpuOf(pid) - from - idle * (performance.now() - began)) / calls;
}

/** The share of a core that one account causes by repeating a call as fast as it is allowed to. */
async function shareOf({ pid }: Town, call: () => Promise<boolean>): Promise<number> {
  const idle = await idleOf(pid);
  // The burst is used up first: the measurement is about the long run.
  for (let calls = 0; calls < BURST_CALLS && (await call()); calls += 1);
  const [from, began] = [cpuOf(pid), performance.now()];
  // A refused caller waits as long as the answer demands: one second.
  while (performance.now() - began < HOSTILE_SECONDS * 1_000) if (!(await call())) await delay(1_000);
  return (cpuOf(pid) - from) / (performance.now() - began) - idle;
}

/** The pause between two watches, because a connection that sends more than 50 messages a second is closed. */
const BETWEEN_WATCHES_MS = 25;

async function measureLists(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const [many, few] = [await startTown(MANY, 'unlimited'), await startTown(FEW, 'unlimited')];
  const [socketOfMany, socketOfFew] = [await connect(many), await connect(few)];
  const watched = { near: { ...CENTER, radius_km: 10 } };
  const kinds = {
    'near list of 200': (town: Town) => () => list(town, town.driver, near),
    'rides:watch near': (town: Town) => async () => {
      await delay(BETWEEN_WATCHES_MS);
      return (town === many ? socketOfMany : socketOfFew).emitWithAck('rides:watch', watched);
    },
    '200 rows from the database (an admin)': (town: Town) => () => list(town, town.admin, 'limit=200'),
  };
  const seconds = Math.max(2, effort.seconds);
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(kinds)) {
    if (effort.only && !name.includes(effort.only)) continue;
    const pairs: { many: number; few: number }[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      const pair = {
        many: await costOf(many, seconds, call(many)),
        few: await costOf(few, seconds, call(few)),
      };
      report(`${name}: ${pair.many.toFixed(2)} ms with ${MANY} open, ${pair.few.toFixed(2)} ms with ${FEW}`);
      pairs.push(pair);
    }
    const median = (of: 'many' | 'few') => spreadOf(pairs.map((pair) => pair[of])).median.toFixed(2);
    const isGoal = !name.includes('admin');
    rows.push({
      name: `${name}, ${MANY} open, against ${LIST_GOAL_MS} ms`,
      ratio: spreadOf(pairs.map((pair) => pair.many / LIST_GOAL_MS)),
      ...(isGoal && { goal: 1 }),
      shown: { 'CPU ms': median('many'), [`CPU ms, ${FEW} open`]: median('few') },
    });
  }
  for (const socket of [socketOfMany, socketOfFew]) socket.close();
  await Promise.all([many.stop(), few.stop()]);
  return rows;
}

async function measureHostile(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const town = await startTown(MANY, 'default');
  const socket = await connect(town);
  const get = (path: string, token: string) => async () =>
    (await fetch(`${town.url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } })).ok;
  const kinds: Record<string, () => Promise<boolean>> = {
    'near lists': get(`/rides/requests?${near}`, town.driver),
    watches: async () =>
      (await socket.timeout(10_000).emitWithAck('rides:watch', { near: { ...CENTER, radius_km: 500 } })).ok,
    'small calls': get('/auth/me', town.customer),
  };
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(kinds)) {
    if (effort.only && !`hostile ${name}`.includes(effort.only)) continue;
    const shares: number[] = [];
    for (let round = 0; round < Math.min(3, effort.rounds); round += 1) shares.push(await shareOf(town, call));
    report(`hostile ${name}: ${shares.map((share) => share.toFixed(3)).join(', ')} of a core`);
    rows.push({
      name: `one account, nothing but ${name}, against a tenth of a core`,
      ratio: spreadOf(shares.map((share) => share / HOSTILE_GOAL)),
      goal: 1,
      shown: { 'of a core': spreadOf(shares).median.toFixed(3) },
    });
  }
  socket.close();
  await town.stop();
  return rows;
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

async function measureDeaf(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const name = `${DEAF} deaf readers`;
  if (effort.only && !name.includes(effort.only)) return [];
  const town = await startTown(3_000, 'default');
  // Each reader has its own account: readers of one account would share one budget, and most requests would be refused.
  const accounts: TestPerson[] = [];
  for (let count = 0; count < DEAF; count += 1) accounts.push(await apiAt(town.url).registerDriver());
  // A client that reads is connected first: memory that the server needs for any client is not counted.
  const honest = await connect(town);
  await honest.emitWithAck('rides:watch', {});
  honest.close();
  const inUse = await town.collect();
  const from = memoryOf(town.pid);
  const readers: DeafReader[] = [];
  for (const { token } of accounts) {
    readers.push(await openDeafReader(town.url, token));
    await delay(20);
  }
  for (let round = 0; round < 40; round += 1) {
    for (const reader of readers) reader.ask();
    await delay(250);
  }
  const most = megabytes(memoryOf(town.pid) - from);
  const held = (await town.collect()) - inUse;
  const resident = megabytes(memoryOf(town.pid) - from);
  for (const reader of readers) reader.end();
  await delay(1_000);
  await town.collect();
  const left = megabytes(memoryOf(town.pid) - from);
  report(
    `${name} hold ${megabytes(held)} MB; the process has grown by ${resident} MB, ${most} with garbage; ${left} when they are gone`,
  );
  await town.stop();
  return [
    {
      name: `memory of ${name} against 50 MB`,
      ratio: spreadOf([Math.max(0, held) / DEAF_GOAL_BYTES]),
      goal: 1,
      shown: { MB: megabytes(held), 'MB resident': resident, 'MB with garbage': most, 'MB when they are gone': left },
    },
  ];
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  return [
    ...(await measureLists(effort, report)),
    ...(await measureHostile(effort, report)),
    ...(await measureDeaf(effort, report)),
  ];
}

/**
 * Measures the open list with 10,000 requests, one hostile account within its limits, and deaf readers: clients that
 * request the list and do not read the replies.
 */
export const p15: Figure = {
  name: 'p15',
  title: `The open list with ${MANY} requests, and hostile clients`,
  baseline: 'the goal in each line',
  measure,
};
