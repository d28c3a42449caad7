import { setTimeout as delay } from 'node:timers/promises';
import type { Effort, Figure, Row } from '../figure';
import { startCluster } from '../p14/cluster';
import { type Pair, rowsOf } from '../p14/rows';
import { simulateTown } from '../p14/town';

/** The number of customers, and also of drivers; 1,000 is the full size. */
const PEOPLE = Number(process.env.P14_PEOPLE ?? 100);
const FEW_PEOPLE = 20;
const MINUTES = 1.5;
/** The time (ms) from when everybody is connected until the first node is stopped: most people are on a ride by then. */
const BEFORE_MS = 20_000;

async function measure({ rounds, short }: Effort, report: (line: string) => void): Promise<Row[]> {
  const town = { people: short ? FEW_PEOPLE : PEOPLE, minutes: MINUTES };
  const cluster = await startCluster();
  try {
    const pairs: Pair[] = [];
    // A pair takes some minutes, so only half as many pairs as rounds are measured.
    while (pairs.length < Math.ceil(rounds / 2)) {
      const calm = await simulateTown(cluster, town, async () => undefined);
      report(`without restart: ${JSON.stringify(calm.counts)}`);
      const restarted = await simulateTown(cluster, town, async () => {
        await delay(BEFORE_MS);
        await cluster.restartAll();
      });
      report(`with restart: ${JSON.stringify(restarted.counts)}`);
      for (const error of [...calm.errors, ...restarted.errors]) report(`unexpected: ${error}`);
      pairs.push({ calm, restarted });
    }
    return rowsOf(pairs);
  } finally {
    await cluster.stop();
  }
}

/** Measures what people notice of a rolling restart of two nodes behind nginx. */
export const p14: Figure = {
  name: 'p14',
  title: 'P14: a rolling restart of two nodes under a simulated town',
  baseline: 'the same run without a restart, or the limit in the line',
  measure,
};
