import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { besideMeasured, MEASURED_CORE } from '../cores';
import type { Effort, Figure, Row } from '../figure';
import { HttpLink } from '../http-link';
import { MeasuredProcess } from '../measured-process';
import { cpuOfProcess } from '../processes';
import { inDatabase, SECRET, startBareStore, startProduct } from '../product';
import { ClosedLoop } from '../rest/closed-loop';
import { CONNECTIONS, type RestCalls, seedRest } from '../rest/town';
import { ratios, spreadOf } from '../statistics';

const EXPRESS = fileURLToPath(new URL('../baselines/express-rest.mjs', import.meta.url));
const SECONDS = 1.2;
const WARM_UP_SECONDS = 3;
const SHORT_WARM_UP_SECONDS = 1.5;
const GOAL = 0.7;

const kinds = [
  { name: 'GET /bookings/my, 20 bookings', call: 'list' },
  { name: 'POST /quotes/create', call: 'quote' },
] as const;
type Call = (typeof kinds)[number]['call'];

/** A server under load, with a store and data of its own. */
interface Side {
  url: string;
  calls: RestCalls;
  /** Milliseconds of processor time so far, of the server and its store. */
  cpu(): { server: number; store: number };
  stop(): Promise<void>;
}

async function startProductSide({ profile }: Effort): Promise<Side> {
  const product = await startProduct({ core: MEASURED_CORE, profile });
  return { ...product, calls: await inDatabase(product, seedRest) };
}

/** Starts bare Express, which gives the answers of the product. */
async function startBareSide(answers: object): Promise<Side> {
  const store = await startBareStore(MEASURED_CORE);
  const calls = await store.run(seedRest);
  const server = await MeasuredProcess.start({ path: EXPRESS, args: [store.uri, SECRET], core: MEASURED_CORE });
  await server.ask({ answers }, 'ready');
  return {
    url: `http://127.0.0.1:${server.readyLine}`,
    calls,
    cpu: () => ({ server: cpuOfProcess(server.pid), store: cpuOfProcess(store.pid) }),
    async stop() {
      await server.stop();
      await store.stop();
    },
  };
}

/** One answer of the product to each kind of call, as JSON. */
async function answersOf({ url, calls }: Side): Promise<object> {
  const link = await HttpLink.open(url);
  const list = await link.call(calls.list(0));
  const quote = await link.call(calls.quote(0, 0));
  link.close();
  if (list.status !== 200 || quote.status >= 300) throw new Error(`answered ${list.status} and ${quote.status}`);
  return { list: JSON.parse(list.body.toString()), quote: JSON.parse(quote.body.toString()) };
}

/** A side with its connections, and the number of quotes that each connection has made. */
interface Loaded {
  side: Side;
  loop: ClosedLoop;
  made: number[];
}

function start({ side, loop, made }: Loaded, call: Call): void {
  loop.start((connection) => {
    if (call === 'list') return side.calls.list(connection);
    const nth = made[connection] ?? 0;
    made[connection] = nth + 1;
    return side.calls.quote(connection, nth);
  });
}

/** Microseconds of processor time for one call, of the server and of its store. */
interface Cost {
  server: number;
  store: number;
}

/** The cost of one side's calls in the next seconds, while the others are idle. */
async function costOf(loaded: Loaded, call: Call, seconds: number): Promise<Cost> {
  const { side, loop } = loaded;
  const [from, answered] = [side.cpu(), loop.answered];
  start(loaded, call);
  await delay(seconds * 1_000);
  await loop.stop();
  const [to, calls] = [side.cpu(), loop.answered - answered];
  return { server: ((to.server - from.server) * 1_000) / calls, store: ((to.store - from.store) * 1_000) / calls };
}

/** The cost of each side's calls, one side after the other. */
async function costs(loaded: readonly Loaded[], call: Call, seconds: number): Promise<Cost[]> {
  const found: Cost[] = [];
  for (const each of loaded) found.push(await costOf(each, call, seconds));
  return found;
}

const total = (rounds: readonly Cost[][], at: number) =>
  rounds.map((round) => (round[at]?.server ?? Number.NaN) + (round[at]?.store ?? Number.NaN));

async function measureKind(
  loaded: readonly Loaded[],
  { name, call }: (typeof kinds)[number],
  { rounds, seconds, short }: Effort,
): Promise<Row> {
  await costs(loaded, call, short ? SHORT_WARM_UP_SECONDS : WARM_UP_SECONDS);
  const measured: Cost[][] = [];
  while (measured.length < rounds) measured.push(await costs(loaded, call, Math.max(SECONDS, seconds)));
  const [product, bare, control] = [0, 1, 2].map((at) => total(measured, at));
  if (!product || !bare || !control) throw new RangeError('nothing was measured');
  const microsOf = (at: number, part: keyof Cost) =>
    spreadOf(measured.map((round) => round[at]?.[part] ?? Number.NaN)).median.toFixed(0);
  // Calls per CPU second are the reciprocal of the CPU time for one.
  return {
    name,
    ratio: ratios(bare, product),
    atLeast: GOAL,
    control: ratios(control, bare),
    shown: {
      'server CPU µs': microsOf(0, 'server'),
      'store µs': microsOf(0, 'store'),
      'Express µs': microsOf(1, 'server'),
      'its store µs': microsOf(1, 'store'),
    },
  };
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const sides = [await startProductSide(effort)];
  try {
    const answers = sides[0] ? await answersOf(sides[0]) : {};
    sides.push(await startBareSide(answers), await startBareSide(answers));
    const loaded: Loaded[] = [];
    // `answersOf` has already made the first quote of one driver of the product. So that all sides do the same work,
    // every driver begins with the second quote.
    for (const side of sides) {
      loaded.push({ side, loop: await ClosedLoop.open(side.url, CONNECTIONS), made: Array(CONNECTIONS).fill(1) });
    }
    const rows: Row[] = [];
    for (const kind of kinds) {
      if (effort.only && !kind.name.includes(effort.only)) continue;
      const row = await measureKind(loaded, kind, effort);
      report(`${row.name}: ${row.ratio.median.toFixed(2)} ${JSON.stringify(row.shown)}`);
      rows.push(row);
    }
    for (const { loop } of loaded) loop.close();
    return rows;
  } finally {
    for (const side of sides) await side.stop();
  }
}

/** Compares two calls of the REST API with bare Express, in turns. */
export const p5: Figure = {
  name: 'p5',
  title: `P5: REST calls per CPU second, server and store, ${CONNECTIONS} connections`,
  baseline: 'bare Express 5 with a token check, the same store calls and the same JSON',
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
