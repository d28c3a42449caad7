import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { durable } from '../../server/src/store/connect';
import { besideMeasured, MEASURED_CORE } from '../cores';
import { rideOf } from '../documents';
import type { Effort, Figure, Row } from '../figure';
import { bytesOf, HttpLink } from '../http-link';
import { MeasuredProcess } from '../measured-process';
import { inDatabase, type Product, startProduct } from '../product';
import { type Hubs, nextEvent, openHubs } from '../screens/hubs';
import { copies, type ScreensTown, seedScreens } from '../screens/town';
import { quantile, ratios, spreadOf } from '../statistics';

const SOCKETS = 1_000;
const FEW_SOCKETS = 200;
/** The numbers of changes in one round, and in the warm-up before the first round. */
const SAMPLES = { complete: 100, short: 40 } as const;
const WARM_UP = { complete: 80, short: 30 } as const;
/** The pause between two measurements; with it at most 40% of the core is busy. */
const PAUSE_MS = 12;
const GOALS = { p50: 1.5, p99: 2 } as const;
const RELAY = fileURLToPath(new URL('../baselines/socket-io-relay.mjs', import.meta.url));
const durably = { returnDocument: 'after', writeConcern: durable } as const;

/** Everything that is measured in turn: the product, and two equal relays of which the second is the control. */
interface Stage {
  product: Product;
  town: ScreensTown;
  http: HttpLink;
  hubs: Hubs;
  relays: readonly Hubs[];
}

/** A kind of change that people see. It is made in two ways: by a call of the product, and by a bare commit. */
interface Change {
  name: string;
  /** The call that makes the `nth` change, the socket on whose screen it appears, and texts of the event. */
  ofProduct(nth: number): { call: Buffer; screen: number; texts: string[] };
  commit(nth: number): Promise<unknown>;
}

const at = <T>(list: readonly T[], nth: number): T => {
  const found = list[nth % list.length];
  if (found === undefined) throw new RangeError('the list is empty');
  return found;
};

/** Each change is a driver's first quote on a request; the requests take turns. */
function quotesIn({ rides, drivers, bookings }: ScreensTown): Change {
  const quotes = bookings.flatMap((booking) => rideOf(booking, []).quotes);
  const driverOf = (nth: number) => at(drivers, nth + Math.floor(nth / rides.length));
  return {
    name: 'a quote',
    ofProduct: (nth) => ({
      call: bytesOf({
        method: 'POST',
        path: '/api/quotes/create',
        token: driverOf(nth).token,
        body: { ride_request_id: at(rides, nth)._id, price: 240 },
      }),
      screen: nth % rides.length,
      texts: ['quote:created', at(rides, nth)._id],
    }),
    commit(nth) {
      const { id, name } = driverOf(nth);
      const quote = { ...at(quotes, nth), _id: randomUUID(), driver_id: id, driver_name: name };
      return copies
        .rides()
        .findOneAndUpdate(
          { _id: at(rides, nth)._id, status: 'open', 'quotes.driver_id': { $ne: id } },
          { $push: { quotes: quote }, $inc: { quote_count: 1, version: 1 } },
          durably,
        );
    },
  };
}

/** A driver accepts a booking. */
function stepsIn({ bookings, drivers, customers }: ScreensTown): Change {
  return {
    name: 'a status change',
    ofProduct: (nth) => ({
      call: bytesOf({
        method: 'PUT',
        path: `/api/bookings/${at(bookings, nth)._id}/status?status=accepted`,
        token: at(drivers, nth).token,
      }),
      screen: nth % customers.length,
      texts: ['booking:updated', at(bookings, nth)._id, '"status":"accepted"'],
    }),
    commit: (nth) =>
      copies
        .bookings()
        .findOneAndUpdate(
          { _id: at(bookings, nth)._id },
          { $set: { status: 'accepted', accepted_at: new Date() }, $inc: { version: 1 } },
          durably,
        ),
  };
}

/** Milliseconds of one change: in the product, and as a bare commit plus an emit of the first or the second relay. */
interface Sample {
  product: number;
  bare: number;
  control: number;
}

async function timed(work: Promise<unknown>, begin: () => void): Promise<number> {
  const from = performance.now();
  begin();
  await work;
  return performance.now() - from;
}

async function sample({ http, hubs, relays }: Stage, change: Change, nth: number): Promise<Sample> {
  const { call, screen, texts } = change.ofProduct(nth);
  const seen = nextEvent(at(hubs.customers, screen), ...texts);
  let answered: ReturnType<HttpLink['call']> | undefined;
  const product = await timed(seen, () => {
    answered = http.call(call);
  });
  const answer = await answered;
  if (!answer || answer.status >= 300) throw new Error(`${change.name} was answered ${answer?.status}`);
  const event: unknown = JSON.parse((await seen).toString('utf8', 2))[1];
  const bare = [Number.NaN, Number.NaN];
  // The relays take turns in being the first: the product may still be busy with its change during the first
  // measurement.
  for (const which of nth % 2 === 0 ? [0, 1] : [1, 0]) {
    await delay(PAUSE_MS);
    const relay = at(relays, which);
    const message = { booking_id: `customer ${screen}`, number: String(nth), event };
    const emitted = nextEvent(at(relay.customers, screen), `"number":"${nth}"`);
    const emit = await timed(emitted, () => at(relay.drivers, nth).emit('booking:location', message));
    const from = performance.now();
    await change.commit(nth);
    bare[which] = emit + performance.now() - from;
  }
  await delay(PAUSE_MS);
  return { product, bare: bare[0] ?? Number.NaN, control: bare[1] ?? Number.NaN };
}

/** The rounds of a change, the server's CPU time for each change (ms), and the busy share of the core. */
interface Measured {
  rounds: Sample[][];
  cpuOfEach: number;
  busy: number;
}

async function measureChange(stage: Stage, change: Change, effort: Effort): Promise<Measured> {
  const size = effort.short ? 'short' : 'complete';
  const count = effort.rounds * SAMPLES[size];
  let nth = 0;
  const take = async (samples: number) => {
    const taken: Sample[] = [];
    while (taken.length < samples) taken.push(await sample(stage, change, nth++));
    return taken;
  };
  await take(WARM_UP[size]);
  const began = { at: performance.now(), ...stage.product.cpu() };
  const rounds: Sample[][] = [];
  while (rounds.length < effort.rounds) rounds.push(await take(SAMPLES[size]));
  const { server, store } = stage.product.cpu();
  return {
    rounds,
    cpuOfEach: (server - began.server) / count,
    busy: (server - began.server + store - began.store) / (performance.now() - began.at),
  };
}

function rowsOf(name: string, { rounds, cpuOfEach, busy }: Measured): Row[] {
  const of = (side: keyof Sample, share: number) =>
    rounds.map((round) => {
      const values = round.map((one) => one[side]);
      return quantile(values, share);
    });
  const shares = { p50: 0.5, p99: 0.99 } as const;
  return (['p50', 'p99'] as const).map((at) => ({
    name: `${name} on the screen, ${at}`,
    ratio: ratios(of('product', shares[at]), of('bare', shares[at])),
    goal: GOALS[at],
    // Compares medians: the p99 of so few measurements differs by more than 3% even between two equal relays.
    control: ratios(of('control', 0.5), of('bare', 0.5)),
    shown: {
      ms: spreadOf(of('product', shares[at])).median.toFixed(1),
      'emit and commit ms': spreadOf(of('bare', shares[at])).median.toFixed(1),
      'server CPU ms each': cpuOfEach.toFixed(1),
      'busy share of the core': busy.toFixed(2),
    },
  }));
}

/** Connects the customers of a relay to rooms of their own. */
async function openRelay({ readyLine }: MeasuredProcess, count: number): Promise<Hubs> {
  const hubs = await openHubs(`http://127.0.0.1:${readyLine}`, count, () => ({}));
  for (const [nth, hub] of hubs.customers.entries()) await hub.ask('join', { rooms: [`customer ${nth}`] });
  return hubs;
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const product = await startProduct({ core: MEASURED_CORE, profile: effort.profile });
  const relays = [
    await MeasuredProcess.start({ path: RELAY, core: MEASURED_CORE }),
    await MeasuredProcess.start({ path: RELAY, core: MEASURED_CORE }),
  ];
  const count = (effort.short ? FEW_SOCKETS : SOCKETS) / 2;
  try {
    return await inDatabase(product, async () => {
      const town = await seedScreens(count);
      const stage: Stage = {
        product,
        town,
        http: await HttpLink.open(product.url),
        hubs: await openHubs(product.url, count, (side, nth) => ({ token: town[side][nth]?.token })),
        relays: await Promise.all(relays.map((relay) => openRelay(relay, count))),
      };
      const rows: Row[] = [];
      for (const change of [quotesIn(town), stepsIn(town)]) {
        if (effort.only && !change.name.includes(effort.only)) continue;
        const found = rowsOf(change.name, await measureChange(stage, change, effort));
        for (const { name, ratio } of found) report(`${name}: ${ratio.median.toFixed(2)}`);
        rows.push(...found);
      }
      stage.http.close();
      for (const hubs of [stage.hubs, ...stage.relays]) hubs.close();
      return rows;
    });
  } finally {
    await Promise.all([product, ...relays].map((server) => server.stop()));
  }
}

/** Measures how long a quote and a status change take from the call to the screen of the other side. */
export const p2: Figure = {
  name: 'p2',
  title: `P2: from the call to the other side's screen, ${SOCKETS} sockets connected`,
  baseline: 'a bare emit over such a socket plus one durable commit',
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
