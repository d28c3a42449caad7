import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { insertAccounts } from '../accounts';
import type { Effort, Figure, Row } from '../figure';
import { seed } from '../p17/seed';
import { inDatabase, newFolder, type Product, startProduct, storeStartMs } from '../product';
import { quantile, ratios, spreadOf } from '../statistics';

const BOOKINGS = 100_000;
const FEW_BOOKINGS = 5_000;
/** Milliseconds in which the product has to be ready, with an empty database and with all bookings. */
const LIMITS = { empty: 3_000, full: 4_000 } as const;

/** Milliseconds until a Node process that does nothing has ended. */
async function nodeMs(): Promise<number> {
  const from = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - from;
}

/** How often a bare Node process is started in each round: a single start of so short a process differs too much. */
const NODE_STARTS = 9;

/** The median durations of two series of bare Node processes (ms), which are started in turns. */
async function nodeStarts(): Promise<{ node: number; control: number }> {
  const series = { node: [] as number[], control: [] as number[] };
  while (series.control.length < NODE_STARTS) {
    series.node.push(await nodeMs());
    series.control.push(await nodeMs());
  }
  return { node: quantile(series.node, 0.5), control: quantile(series.control, 0.5) };
}

/**
 * The durations of one start in ms: of the product and, for comparison, of a bare Node process (the medians of two
 * series) and of the store alone.
 */
interface Start {
  product: number;
  node: number;
  control: number;
  store: number;
}

async function measureStart(folder: string, product: number): Promise<Start> {
  return { product, ...(await nodeStarts()), store: await storeStartMs(folder) };
}

function rowOf(name: string, limit: number, starts: readonly Start[]): Row {
  const of = (part: keyof Start) => starts.map((start) => start[part]);
  const shown = (part: keyof Start) => spreadOf(of(part)).median.toFixed(0);
  const bare = starts.map(({ node, store }) => node + store);
  return {
    name: `${name}, against ${limit / 1_000} s`,
    ratio: spreadOf(of('product').map((ms) => ms / limit)),
    goal: 1,
    control: ratios(of('control'), of('node')),
    shown: {
      ms: shown('product'),
      'node alone ms': shown('node'),
      'store alone ms': shown('store'),
      'of node and store': ratios(of('product'), bare).median.toFixed(1),
    },
  };
}

/** Starts the product on a folder once in each round, and ends it by this signal after each start. */
async function measureStarts(folder: string, rounds: number, signal: NodeJS.Signals): Promise<Start[]> {
  const starts: Start[] = [];
  for (let round = 0; round <= rounds; round++) {
    const product: Product = await startProduct({ folder });
    await product.end(signal);
    // The first start makes the indexes, and fills the caches of the system's files.
    if (round > 0) starts.push(await measureStart(folder, product.readyMs));
  }
  return starts;
}

async function fill(folder: string, bookings: number): Promise<void> {
  const product = await startProduct({ folder });
  await inDatabase(product, async () => {
    const [[driver], [customer, admin]] = [await insertAccounts('driver', 1), await insertAccounts('customer', 2)];
    if (driver && customer && admin) await seed(bookings, { driver, customer, admin });
  });
  await product.end('SIGTERM');
}

/** The first start on an empty folder, once in each round. */
async function measureEmpty(rounds: number): Promise<Start[]> {
  const starts: Start[] = [];
  while (starts.length < rounds) {
    const folder = newFolder();
    const product = await startProduct({ folder });
    await product.end('SIGTERM');
    starts.push(await measureStart(folder, product.readyMs));
    rmSync(folder, { recursive: true, force: true });
  }
  return starts;
}

async function measure({ rounds, short }: Effort, report: (line: string) => void): Promise<Row[]> {
  const folder = newFolder();
  try {
    const rows = [rowOf('first start, empty', LIMITS.empty, await measureEmpty(rounds))];
    const bookings = short ? FEW_BOOKINGS : BOOKINGS;
    await fill(folder, bookings);
    report(`${bookings} bookings are stored`);
    rows.push(rowOf('start with many bookings', LIMITS.full, await measureStarts(folder, rounds, 'SIGTERM')));
    rows.push(rowOf('start after kill -9', LIMITS.full, await measureStarts(folder, rounds, 'SIGKILL')));
    return rows.map((row, at) => ({ ...row, shown: { ...row.shown, bookings: String(at === 0 ? 0 : bookings) } }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the time from the start of the server until it is ready. */
export const p10: Figure = {
  name: 'p10',
  title: `P10: from the start to /health/ready, empty and with ${BOOKINGS} bookings`,
  baseline: 'the limit in each line',
  measure,
};
