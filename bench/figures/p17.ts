import { setTimeout as delay } from 'node:timers/promises';
import type { Effort, Figure, Row } from '../figure';
import { type Call, callsAt } from '../p17/calls';
import { type City, startCity } from '../p17/start-city';
import { cpuOf } from '../processes';
import { spreadOf } from '../statistics';

/** Numbers of past bookings. The first is the baseline of the others. */
const SIZES = [1_000, 10_000, 100_000] as const;
const GOAL = 1.5;
/** Calls before the measurement: at most this many, and for at most this long (ms). */
const WARM = 40;
const WARM_MS = 3_000;
/** Milliseconds of a measurement of the idle share. */
const IDLE_MS = 4_000;
/**
 * A city that uses less than this share of a core has finished what it does after its start. The regular jobs of the
 * scheduler alone need up to 0.031.
 */
const AT_REST = 0.06;

interface Answer {
  status: number;
  bytes: number;
}

/** Makes a call and returns its response's status and bytes; a call with an error status is measured like any other. */
async function ask({ url, tokens }: City, { role, path }: Call): Promise<Answer> {
  const headers = { Authorization: `Bearer ${tokens[role]}`, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${url}/api${path}`, { headers });
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
}

/** The share of a core that a city (a server with its store) uses while nobody calls it. */
async function idleOf({ pid }: City): Promise<number> {
  const [from, began] = [cpuOf(pid), performance.now()];
  await delay(IDLE_MS);
  return (cpuOf(pid) - from) / (performance.now() - began);
}

/** Waits until a city has finished what it does after its start. Returns the share of a core that it then uses. */
async function rest(city: City): Promise<number> {
  for (let last = 1; ; ) {
    const idle = await idleOf(city);
    if (idle < AT_REST && last < AT_REST) return idle;
    last = idle;
  }
}

/** The cost of one call for server and store: milliseconds of CPU time without the idle share. */
async function costOf(city: City, call: Call, { seconds, idle }: { seconds: number; idle: number }): Promise<number> {
  const [from, began] = [cpuOf(city.pid), performance.now()];
  let calls = 0;
  while (performance.now() - began < seconds * 1_000) {
    await ask(city, call);
    calls += 1;
  }
  return (cpuOf(city.pid) - from - idle * (performance.now() - began)) / calls;
}

async function warm(city: City, call: Call): Promise<Answer> {
  const began = performance.now();
  let answer = { status: 200, bytes: 0 };
  for (let nth = 0; nth < WARM && performance.now() - began < WARM_MS; nth++) answer = await ask(city, call);
  return answer;
}

const kilobytesOf = (answer: Answer | undefined) => ((answer?.bytes ?? 0) / 1_000).toFixed(1);

const nameOf = ({ role, path }: Call) => `${role} ${path.replace(/from=.*/, 'of a week')}`;

async function measureCall(call: Call, cities: City[], idle: number[], effort: Effort): Promise<Row[]> {
  const answers: Answer[] = [];
  for (const city of cities) answers.push(await warm(city, call));
  const costs: number[][] = cities.map(() => []);
  for (let round = 0; round < effort.rounds; round++) {
    for (const [at, city] of cities.entries()) {
      costs[at]?.push(await costOf(city, call, { seconds: effort.seconds, idle: idle[at] ?? 0 }));
    }
  }
  const [base = [], ...larger] = costs;
  return larger.map((cost, at) => ({
    name: `${nameOf(call)}, ${SIZES[at + 1]} bookings`,
    ratio: spreadOf(cost.map((ms, round) => ms / (base[round] ?? Number.NaN))),
    goal: GOAL,
    shown: {
      'CPU ms': spreadOf(cost).median.toFixed(2),
      [`CPU ms, ${SIZES[0]}`]: spreadOf(base).median.toFixed(2),
      // A longer answer costs more, even if the server reads nothing more for it.
      kB: kilobytesOf(answers[at + 1]),
      [`kB, ${SIZES[0]}`]: kilobytesOf(answers[0]),
      status: String(answers[at + 1]?.status),
    },
  }));
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const cities: City[] = [];
  for (const size of SIZES) cities.push(await startCity(size));
  const idle: number[] = [];
  for (const city of cities) idle.push(await rest(city));
  report(`idle: ${idle.map((share) => share.toFixed(3)).join(', ')} of a core`);
  const rows: Row[] = [];
  for (const call of callsAt(new Date())) {
    if (effort.only && !nameOf(call).includes(effort.only)) continue;
    const found = await measureCall(call, cities, idle, effort);
    for (const { name, ratio, shown } of found)
      report(`${name}: ${ratio.median.toFixed(2)} ${Object.values(shown).join(' ')}`);
    rows.push(...found);
  }
  for (const city of cities) await city.stop();
  return rows;
}

/** Measures every call of the dashboards in cities with different numbers of past bookings. */
export const p17: Figure = {
  name: 'p17',
  title: `The calls of the dashboards with ${SIZES.slice(1).join(' and ')} bookings`,
  baseline: `their cost with ${SIZES[0]} bookings`,
  measure,
};
