import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, serialize } from 'bson';
import { build } from 'esbuild';
import type { Effort, Figure, Row } from '../figure';
import { MeasuredProcess } from '../measured-process';
import { answerOf } from '../p8/frames';
import { type Load, load, WireClient } from '../p8/load';
import { GROUPED, INDEXES, type Operation, operations, RIDES, ride } from '../p8/operations';
import { type Spread, spreadOf } from '../statistics';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The result of one measurement: CPU microseconds per operation, and operations per second. */
type Measured = { cpuEach: number; perSecond: number };

const MOST_CLIENTS = 64;
/** The length of the warm-up, as a number of measurements. */
const WARM_UP = 8;

type Servers = { store: MeasuredProcess; echo: MeasuredProcess; lmdb: MeasuredProcess };

/** Bundles the store as `npm start` does, so that its process contains no transpiler. Returns the bundle's path. */
async function bundled(): Promise<string> {
  const outfile = here('../../node_modules/.cache/bench-store.mjs');
  await build({
    entryPoints: [here('../../embedded-mongo/src/cli.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
  });
  return outfile;
}

async function startServers(folder: string, profile: boolean): Promise<Servers> {
  const store = await MeasuredProcess.start({
    path: await bundled(),
    args: ['--port', '0', '--dbpath', join(folder, 'store')],
    nodeFlags: profile ? ['--cpu-prof', '--cpu-prof-dir', here('../results/profiles')] : [],
  });
  const echo = await MeasuredProcess.start({ path: here('../baselines/wire-echo.mjs') });
  const lmdb = await MeasuredProcess.start({ path: here('../baselines/lmdb.mjs'), args: [join(folder, 'lmdb')] });
  return { store, echo, lmdb };
}

async function fill({ store, lmdb }: Servers): Promise<void> {
  const client = await WireClient.connect(portOf(store));
  await client.call({ createIndexes: 'rides', indexes: [...INDEXES], $db: 'bench' });
  await client.call({ createIndexes: 'made', indexes: [{ key: { customer: 1 }, name: 'customer' }], $db: 'bench' });
  const rides = Array.from({ length: RIDES }, (_, n): Document => ({ ...ride(n), note_state: 'open' }));
  await client.call({ insert: 'rides', $db: 'bench' }, { name: 'documents', documents: rides });
  for (let from = 0; from < GROUPED; from += RIDES) {
    const documents = rides.map(({ _id, ...rest }) => rest);
    await client.call({ insert: 'grouped', $db: 'bench' }, { name: 'documents', documents });
  }
  client.close();
  await lmdb.ask({ fill: { count: RIDES, toScan: GROUPED, value: base64(serialize(ride(0))) } }, 'filled');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function portOf(process: MeasuredProcess): number {
  return Number(/(\d+)\/?$/.exec(process.readyLine)?.[1]);
}

async function overWire(
  server: MeasuredProcess,
  clients: readonly WireClient[],
  { milliseconds, next }: { milliseconds: number; next: (client: number, n: number) => Buffer },
): Promise<Measured> {
  const before = await server.cpu();
  const done: Load = await load(clients, milliseconds, next);
  const cpu = (await server.cpu()) - before;
  return { cpuEach: cpu / done.operations, perSecond: done.operations / done.seconds };
}

async function bare(
  lmdb: MeasuredProcess,
  operation: Operation,
  settings: { clients: number; milliseconds: number },
): Promise<Measured> {
  const value = base64(serialize(ride(0)));
  const ran = await lmdb.ask({ run: { ...settings, operation: operation.bare, value } }, 'ran');
  const field = (name: string) =>
    typeof ran === 'object' && ran !== null ? Number(Reflect.get(ran, name)) : Number.NaN;
  return { cpuEach: field('cpu') / field('operations'), perSecond: field('operations') / field('seconds') };
}

function connectAll(server: MeasuredProcess, count: number): Promise<WireClient[]> {
  return Promise.all(Array.from({ length: count }, () => WireClient.connect(portOf(server))));
}

function shown(spread: Spread, digits: number): string {
  return `${spread.min.toFixed(digits)} / ${spread.median.toFixed(digits)} / ${spread.max.toFixed(digits)}`;
}

/**
 * The messages of an operation. From one row to the next each client continues its sequence of messages: if a client
 * began again, the conditions in its messages would not match.
 */
class Player {
  readonly messages: readonly ((n: number) => Buffer)[];
  readonly #at: number[];

  constructor(operation: Operation) {
    this.messages = Array.from({ length: MOST_CLIENTS }, (_, client) => operation.messages(client));
    this.#at = this.messages.map(() => 0);
  }

  readonly next = (client: number): Buffer => {
    const n = this.#at[client] ?? 0;
    this.#at[client] = n + 1;
    return this.messages[client]?.(n) ?? Buffer.alloc(0);
  };
}

/** Throws if a reply shows that the operation failed or changed nothing. Only the warm-up checks its replies. */
function checked(bytes: Buffer): void {
  const answer = answerOf(bytes);
  if (answer.nModified !== undefined && answer.nModified !== 1) throw new Error('an update did not find its document');
}

/** Warms up the store's code, as in a server that runs for days; returns the document of the store's last reply. */
async function warmUp(
  store: MeasuredProcess,
  player: Player,
  { clients, effort }: { clients: number; effort: Effort },
) {
  const connected = await connectAll(store, clients);
  const until = performance.now() + effort.seconds * WARM_UP * 1000;
  let last: Buffer = Buffer.alloc(0);
  await Promise.all(
    connected.map((client, which) =>
      client.loop(
        () => (last.length === 0 || performance.now() < until ? player.next(which) : null),
        (bytes) => {
          checked(bytes);
          last = bytes;
        },
      ),
    ),
  );
  for (const client of connected) client.close();
  return last.subarray(21);
}

/** Measures one operation with one number of clients: the store, the echo and LMDB in turn, once in each round. */
async function measureRow(
  servers: Servers,
  operation: Operation,
  { clients: count, effort, player }: { clients: number; effort: Effort; player: Player },
): Promise<Row> {
  const milliseconds = effort.seconds * 1000;
  const stores = await connectAll(servers.store, count);
  const echoes = await connectAll(servers.echo, count);
  const measured: { store: Measured; echo: Measured; lmdb: Measured }[] = [];
  for (let round = 0; round <= effort.rounds; round++) {
    const store = await overWire(servers.store, stores, { milliseconds, next: player.next });
    const echo = await overWire(servers.echo, echoes, {
      milliseconds: milliseconds / 2,
      next: (client, n) => player.messages[client]?.(n) ?? Buffer.alloc(0),
    });
    const lmdb = await bare(servers.lmdb, operation, { clients: count, milliseconds: milliseconds / 2 });
    // The first round is the warm-up of all three.
    if (round > 0) measured.push({ store, echo, lmdb });
  }
  for (const client of [...stores, ...echoes]) client.close();
  const of = (pick: (each: (typeof measured)[number]) => number) => spreadOf(measured.map(pick));
  return {
    name: `${operation.name}, ${count} client${count === 1 ? '' : 's'}`,
    ratio: of(({ store, echo, lmdb }) => store.cpuEach / (echo.cpuEach + lmdb.cpuEach)),
    ...(operation.goal ? { goal: operation.goal } : {}),
    shown: {
      'CPU µs each': shown(
        of(({ store }) => store.cpuEach),
        0,
      ),
      'echo µs': of(({ echo }) => echo.cpuEach).median.toFixed(0),
      'LMDB µs': of(({ lmdb }) => lmdb.cpuEach).median.toFixed(0),
      'each second': of(({ store }) => store.perSecond).median.toFixed(0),
      'LMDB each second': of(({ lmdb }) => lmdb.perSecond).median.toFixed(0),
    },
  };
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'boli-bench-'));
  const servers = await startServers(folder, effort.profile);
  const rows: Row[] = [];
  try {
    await fill(servers);
    for (const operation of operations) {
      if (effort.only && !operation.name.includes(effort.only)) continue;
      const player = new Player(operation);
      const answer = await warmUp(servers.store, player, { clients: Math.max(...operation.clients), effort });
      await servers.echo.ask({ answer: base64(answer) }, 'ready');
      for (const clients of operation.clients) {
        const row = await measureRow(servers, operation, { clients, effort, player });
        report(`${row.name}: ${row.ratio.median.toFixed(2)}`);
        rows.push(row);
      }
    }
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/**
 * Compares the embedded store's CPU time with the sum of the CPU times of a minimal server of the same protocol and of
 * bare LMDB.
 */
export const p8: Figure = {
  name: 'p8-embedded-store',
  title: 'P8: the embedded store, CPU time of an operation',
  baseline: 'a bare echo of the protocol plus the same operation of bare LMDB',
  measure,
};
