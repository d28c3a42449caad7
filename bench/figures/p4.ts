import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_CENTER } from '../../shared/src/core/constants';
import { type Account, insertAccounts } from '../accounts';
import { besideMeasured, MEASURED_CORE } from '../cores';
import type { Effort, Figure, Row } from '../figure';
import { type HubLink, openHubLink } from '../hub-link';
import { MeasuredProcess } from '../measured-process';
import { memoryOf } from '../processes';
import { inDatabase, startProduct } from '../product';
import { ratios, spreadOf } from '../statistics';
import { together } from '../together';

const DRIVERS = 1_000;
const FEW_DRIVERS = 300;
/** More rounds would need more connections than a process may have open. */
const MOST_ROUNDS = 3;
const SHORT_ROUNDS = 2;
const GOAL = 1.5;
const RELAY = fileURLToPath(new URL('../baselines/socket-io-relay.mjs', import.meta.url));
/**
 * The pause between the last connection and the measurement: by then the server has finished what a connection causes.
 */
const SETTLE_MS = 1_000;

/** A server whose memory is measured. */
interface Server {
  pid: number;
  collect(): Promise<number>;
  /** Connects the `nth` driver. */
  connect(nth: number): Promise<HubLink>;
}

/** Bytes, after garbage collection: resident memory of the process, and objects in use. */
interface Memory {
  resident: number;
  inUse: number;
}

async function memoryNow({ pid, collect }: Server): Promise<Memory> {
  await delay(SETTLE_MS);
  const inUse = await collect();
  return { resident: memoryOf(pid), inUse };
}

async function startRelay(): Promise<MeasuredProcess> {
  return MeasuredProcess.start({ path: RELAY, nodeFlags: ['--expose-gc'], core: MEASURED_CORE });
}

function relayServer(relay: MeasuredProcess): Server {
  return {
    pid: relay.pid,
    collect: () => relay.collect(),
    async connect(nth) {
      const hub = await openHubLink(`http://127.0.0.1:${relay.readyLine}`, {});
      // As in the product, each driver is in two rooms: the room of the socket and the room of the person.
      await hub.ask('join', { rooms: [`driver ${nth}`] });
      return hub;
    },
  };
}

/** The growth of a server's memory for each of `count` new connections. */
async function growth(server: Server, from: number, count: number): Promise<Memory & { hubs: HubLink[] }> {
  const before = await memoryNow(server);
  const hubs = await together(count, (nth) => server.connect(from + nth));
  const after = await memoryNow(server);
  return {
    resident: (after.resident - before.resident) / count,
    inUse: (after.inUse - before.inUse) / count,
    hubs,
  };
}

type Round = { product: Memory; relay: Memory; control: Memory };

function rowOf(name: string, of: keyof Memory, rounds: readonly Round[]): Row {
  const values = (side: keyof Round) => rounds.map((round) => round[side][of]);
  const kilobytes = (side: keyof Round) => (spreadOf(values(side)).median / 1_000).toFixed(1);
  return {
    name,
    ratio: ratios(values('product'), values('relay')),
    // Resident memory grows in steps, and only when the memory left from the start is used up: its row has no goal.
    ...(of === 'inUse' && { goal: GOAL, control: ratios(values('control'), values('relay')) }),
    shown: { kB: kilobytes('product'), 'Socket.IO kB': kilobytes('relay') },
  };
}

/** Connects more drivers to each server in turn, round by round. The first round is a warm-up and is not measured. */
async function measureRounds(
  servers: Record<keyof Round, Server>,
  { rounds, count, report }: { rounds: number; count: number; report: (line: string) => void },
): Promise<{ measured: Round[]; watching: number[] }> {
  const measured: Round[] = [];
  const watching: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const product = await growth(servers.product, round * count, count);
    const relay = await growth(servers.relay, round * count, count);
    const control = await growth(servers.control, round * count, count);
    const before = await memoryNow(servers.product);
    const near = { ...DEFAULT_CENTER, radius_km: 10 };
    await together(count, async (nth) => product.hubs[nth]?.ask('rides:watch', { near }));
    const after = await memoryNow(servers.product);
    if (round === 0) continue;
    measured.push({ product, relay, control });
    watching.push((after.inUse - before.inUse) / count);
    report(`kB: product ${product.resident / 1e3}, relay ${relay.resident / 1e3}, control ${control.resident / 1e3}`);
  }
  return { measured, watching };
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const rounds = effort.short ? SHORT_ROUNDS : Math.min(MOST_ROUNDS, effort.rounds);
  const count = effort.short ? FEW_DRIVERS : DRIVERS;
  const product = await startProduct({ core: MEASURED_CORE, profile: effort.profile });
  const relays = [await startRelay(), await startRelay()] as const;
  try {
    const drivers: Account[] = await inDatabase(product, () => insertAccounts('driver', count * (rounds + 1)));
    const servers = {
      product: {
        pid: product.pid,
        collect: product.collect,
        connect: (nth: number) => openHubLink(product.url, { token: drivers[nth]?.token }),
      },
      relay: relayServer(relays[0]),
      control: relayServer(relays[1]),
    };
    const { measured, watching } = await measureRounds(servers, { rounds, count, report });
    const watched = (spreadOf(watching).median / 1_000).toFixed(1);
    const objects = rowOf('objects in use for an idle driver', 'inUse', measured);
    return [
      { ...objects, shown: { ...objects.shown, 'kB more while watching requests near': watched } },
      rowOf('resident memory for an idle driver', 'resident', measured),
    ];
  } finally {
    await Promise.all([product, ...relays].map((server) => server.stop()));
  }
}

/** Compares the memory of a connected driver with that of a bare connection. */
export const p4: Figure = {
  name: 'p4',
  title: `P4: memory of a connected idle driver, ${DRIVERS} at a time`,
  baseline: 'a connection of bare Socket.IO',
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
