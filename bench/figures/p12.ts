import { setTimeout as delay } from 'node:timers/promises';
import { besideMeasured, MEASURED_CORE } from '../cores';
import type { Effort, Figure, Row } from '../figure';
import { openProductFleet, RECEIVERS } from '../positions/fleet';
import { seedRides } from '../positions/rides';
import { Traffic, type Window } from '../positions/traffic';
import { isReady, type Product, startProduct } from '../product';
import { quantile, ratios, spreadOf } from '../statistics';

const DRIVERS = 1_000;
const FEW_DRIVERS = 200;
/** The store is stopped for this long. */
const SECONDS = 5;
const WARM_UP_SECONDS = 6;
const P99_GOAL = 1.2;
const DELIVERED_GOAL = 0.99;
const SETTLE_SECONDS = 3;

/** Windows of one round: two with a healthy store, of which the second is the control, and one with a stopped store. */
interface Round {
  healthy: Window;
  control: Window;
  stopped: Window;
}

async function measureRound(product: Product, traffic: Traffic): Promise<Round> {
  const healthy = await traffic.during(SECONDS);
  const control = await traffic.during(SECONDS);
  process.kill(product.storePid, 'SIGSTOP');
  const stopped = await traffic.during(SECONDS, true).finally(() => process.kill(product.storePid, 'SIGCONT'));
  while (!(await isReady(product.url))) await delay(100);
  // What has waited for the store is written now.
  await delay(SETTLE_SECONDS * 1_000);
  const none = { sent: 0, delivered: 0, latencies: [] };
  return { healthy: healthy[0] ?? none, control: control[0] ?? none, stopped: stopped[0] ?? none };
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const at = (which: keyof Round, share: number) => rounds.map((round) => quantile(round[which].latencies, share));
  const delivered = (which: keyof Round) =>
    rounds.map((round) => round[which].delivered / round[which].sent / RECEIVERS);
  const shown = (values: readonly number[], digits: number) => spreadOf(values).median.toFixed(digits);
  const control = ratios(at('control', 0.5), at('healthy', 0.5));
  return [
    {
      name: 'p99 of a position, store stopped',
      ratio: ratios(at('stopped', 0.99), at('healthy', 0.99)),
      goal: P99_GOAL,
      control,
      shown: {
        ms: shown(at('stopped', 0.99), 1),
        'healthy ms': shown(at('healthy', 0.99), 1),
        'p50 ms': shown(at('stopped', 0.5), 2),
        'healthy p50 ms': shown(at('healthy', 0.5), 2),
      },
    },
    {
      name: 'delivered share, store stopped',
      ratio: ratios(delivered('stopped'), delivered('healthy')),
      atLeast: DELIVERED_GOAL,
      // Other load on the machine changes the share only if positions are lost because of it.
      control: ratios(delivered('control'), delivered('healthy')),
      shown: { delivered: shown(delivered('stopped'), 3), 'healthy delivered': shown(delivered('healthy'), 3) },
    },
  ];
}

async function measure(effort: Effort, report: (line: string) => void): Promise<Row[]> {
  const product = await startProduct({ core: MEASURED_CORE, profile: effort.profile });
  try {
    const rides = await seedRides([product], effort.short ? FEW_DRIVERS : DRIVERS);
    const fleet = await openProductFleet(product.url, rides);
    const traffic = new Traffic([fleet], rides);
    traffic.start();
    await delay(WARM_UP_SECONDS * 1_000);
    const rounds: Round[] = [];
    for (let round = 0; round < Math.min(3, effort.rounds); round++) {
      rounds.push(await measureRound(product, traffic));
      report(
        `round ${round + 1}: ${rowsOf(rounds.slice(-1))
          .map(({ ratio }) => ratio.median.toFixed(2))
          .join(', ')}`,
      );
    }
    traffic.stop();
    fleet.close();
    return rowsOf(rounds);
  } finally {
    await product.stop();
  }
}

/** Measures positions while the store does not answer. */
export const p12: Figure = {
  name: 'p12',
  title: `P12: positions of ${DRIVERS} drivers while the store is stopped for ${SECONDS} s`,
  baseline: 'the same run with a healthy store',
  measure: (effort, report) => besideMeasured(() => measure(effort, report)),
};
