import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { queries } from '../../city/src/testing/chandigarh.queries';
import { writeCopies } from '../../city/src/testing/copies';
import { townExtract } from '../../city/src/testing/town';
import { thousandRides } from '../city/rides';
import type { Effort, Figure, Row } from '../figure';
import { type Spread, spreadOf } from '../statistics';

const root = fileURLToPath(new URL('../../', import.meta.url));
const QUESTIONS = 200;
const DRIVERS = 10;
const POLL_MS = 50;

interface Point {
  lat: number;
  lon: number;
}

/**
 * The promised limits for a city of Chandigarh's size on two cores (docs/CITY.md), `large` for one of Delhi's size;
 * each in the unit that its name ends with.
 */
const PROMISED = {
  build_s: 10,
  build_MB: 500,
  child_MB: 260,
  route_ms: 50,
  matrix_ms: 60,
  search_ms: 30,
  reverse_ms: 1,
  rides_s: 90,
  large_s: 180,
  large_MB: 1_500,
} as const;

/** This many copies of Chandigarh side by side have the size of Delhi. */
const COPIES = 25;

function memory(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(found?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

/** The extract of the real city in the folder `BOLI_CITY_DATA`, else the fictional town of the tests. */
function extractIn(folder: string): { file: string; name: string; isReal: boolean } {
  const real = join(process.env.BOLI_CITY_DATA ?? '', 'chandigarh.osm.pbf');
  if (process.env.BOLI_CITY_DATA && existsSync(real)) return { file: real, name: 'Chandigarh', isReal: true };
  const file = join(folder, 'town.osm.pbf');
  writeFileSync(file, townExtract());
  return { file, name: 'the made-up town', isReal: false };
}

/** Makes the city once; returns the seconds, and the maximum resident memory of the process. */
async function make(folder: string, file: string): Promise<{ seconds: number; megabytes: number }> {
  const from = performance.now();
  const child = spawn(process.execPath, ['scripts/city.mjs', '--osm', file, '--name', `city ${from}`], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, memory(child.pid ?? 0, 'VmHWM'));
  }, POLL_MS);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`making the city ended with ${code}`);
  return { seconds: (performance.now() - from) / 1_000, megabytes };
}

/** Makes `QUESTIONS` calls, one after the other. Returns their durations in milliseconds, in ascending order. */
async function times(ask: (n: number) => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < QUESTIONS; n++) {
    const from = performance.now();
    await (await ask(n)).arrayBuffer();
    all.push(performance.now() - from);
  }
  return all.sort((a, b) => a - b);
}

const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? 0;

function row(name: string, values: readonly number[], promised: number, unit: string): Row {
  const ratio: Spread = spreadOf(values.map((value) => value / promised));
  return { name, ratio, goal: 1, shown: { [unit]: spreadOf(values).median.toFixed(1), promised: String(promised) } };
}

async function measure({ rounds }: Effort, report: (line: string) => void): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'boli-bench-city-'));
  try {
    const { file, name, isReal } = extractIn(folder);
    report(`${name}${process.env.BOLI_CITY_DATA ? '' : ' (set BOLI_CITY_DATA to the folder of a real one)'}`);
    const made = [];
    for (let round = 0; round < rounds; round++) made.push(await make(folder, file));
    const rows = [
      row(
        'make the city',
        made.map(({ seconds }) => seconds),
        PROMISED.build_s,
        's',
      ),
      row(
        'make the city, memory',
        made.map(({ megabytes }) => megabytes),
        PROMISED.build_MB,
        'MB',
      ),
    ];
    rows.push(...(await measureServing(folder, rounds, report)));
    if (isReal) rows.push(...(await measureLarge(folder, file)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureLarge(folder: string, file: string): Promise<Row[]> {
  const large = join(folder, 'large.osm.pbf');
  await writeCopies(file, COPIES, large);
  const { seconds, megabytes } = await make(join(folder, 'large'), large);
  return [
    row(`make ${COPIES} copies`, [seconds], PROMISED.large_s, 's'),
    row(`make ${COPIES} copies, memory`, [megabytes], PROMISED.large_MB, 'MB'),
  ];
}

async function measureServing(folder: string, rounds: number, report: (line: string) => void): Promise<Row[]> {
  const city = join(folder, 'city', readFileSync(join(folder, 'city', 'current'), 'utf8').trim());
  const { bbox } = JSON.parse(readFileSync(join(city, 'city.json'), 'utf8'));
  const child = spawn(process.execPath, ['city/bin/serve.mjs', '--dir', city], {
    cwd: root,
    env: { ...process.env, UV_THREADPOOL_SIZE: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = JSON.parse(String(line)).attr;
  const at = (n: number): Point => {
    const part = (m: number) => 0.2 + 0.6 * ((m * 0.618_033_988_7) % 1);
    return { lat: bbox[1] + (bbox[3] - bbox[1]) * part(n), lon: bbox[0] + (bbox[2] - bbox[0]) * part(n * 7 + 3) };
  };
  const post = (path: string, body: object) => fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  const asked = {
    route: (n: number) =>
      post('/route', { locations: [at(n), at(n + 1)], costing: 'auto', format: 'osrm', directions_type: 'none' }),
    matrix: (n: number) => {
      const { lat, lon } = at(n);
      const sources = Array.from({ length: DRIVERS }, (_, d) => ({
        lat: lat + (d - 5) * 0.004,
        lon: lon + ((d * 3) % 7) * 0.004,
      }));
      return post('/sources_to_targets', { sources, targets: [{ lat, lon }], costing: 'auto' });
    },
    search: (n: number) => fetch(`${url}/api?q=${encodeURIComponent(queries[n % queries.length]?.[0] ?? '')}&limit=5`),
    reverse: (n: number) => fetch(`${url}/reverse?lat=${at(n).lat}&lon=${at(n).lon}`),
    nothing: () => fetch(`${url}/nothing`),
  };
  try {
    await times(asked.route);
    const found = { route: [] as number[], matrix: [] as number[], search: [] as number[], reverse: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      // A call to an unknown path takes only the time of a round trip, and this time is subtracted from that of an address
      // lookup.
      const bare = await times(asked.nothing);
      const middle = bare[Math.floor(bare.length / 2)] ?? 0;
      found.route.push(p95(await times(asked.route)));
      found.matrix.push(p95(await times(asked.matrix)));
      found.search.push(p95(await times(asked.search)));
      const reversed = await times(asked.reverse);
      found.reverse.push(Math.max(0, (reversed[Math.floor(reversed.length / 2)] ?? 0) - middle));
    }
    const pid = child.pid ?? 0;
    const held = memory(pid, 'VmRSS');
    const point = (n: number) => ({ lat: at(n).lat, lng: at(n).lon });
    const rides = await thousandRides({ url, pid, at: point });
    report(`1,000 rides: ${rides.fixes} positions, ${rides.routes} routes`);
    return [
      row("the city's process, memory", [held], PROMISED.child_MB, 'MB'),
      row('a route, p95', found.route, PROMISED.route_ms, 'ms'),
      row('ten drivers to one pickup, p95', found.matrix, PROMISED.matrix_ms, 'ms'),
      row('a search, p95', found.search, PROMISED.search_ms, 'ms'),
      row('an address lookup, minus the time of a bare call', found.reverse, PROMISED.reverse_ms, 'ms'),
      row('1,000 rides with live arrival, processor time', [rides.seconds], PROMISED.rides_s, 's'),
    ];
  } finally {
    child.kill('SIGTERM');
  }
}

/** Compares a city on this machine with its promised limits. */
export const city: Figure = {
  name: 'city',
  title: 'A city: making it and asking it',
  baseline: 'what docs/CITY.md promises of a city of 128,000 nodes on two cores',
  measure,
};
