import { insertAccounts } from '../accounts';
import type { Effort, Figure, Row } from '../figure';
import { type Followed, RideClient } from '../follow/ride-client';
import { POLLED_STALENESS_MS, POLLS, polledBytes, pushedBytes, QUOTES } from '../follow/script';
import { inDatabase, startProduct } from '../product';
import { quantile, spreadOf } from '../statistics';

/** Two rides suffice, because their bytes hardly differ. */
const RIDES = 2;
/** Seconds between two pushed positions if the screen need only be as fresh as with polling. */
const AS_FRESH = 5;
/** A page that receives pushes makes one request: the upgrade to a websocket. */
const REQUESTS = 1;

function rowsOf(followed: readonly Followed[]): Row[] {
  const polled = followed.map((ride) => polledBytes(ride.polled));
  const bytesEvery = (seconds: number) => followed.map((ride) => pushedBytes(ride.pushed, seconds));
  const ratioOf = (pushed: readonly number[]) => spreadOf(pushed.map((bytes, at) => bytes / (polled[at] ?? 1)));
  const kilobytes = (values: readonly number[]) => (spreadOf(values).median / 1_000).toFixed(1);
  const staleness = followed.map(({ latencies }) => quantile(latencies, 0.5));
  const bytesRow = (name: string, seconds: number, goal: number): Row => ({
    name,
    ratio: ratioOf(bytesEvery(seconds)),
    goal,
    shown: {
      'pushed kB': kilobytes(bytesEvery(seconds)),
      'polled kB': kilobytes(polled),
      'bytes of a position': spreadOf(followed.map(({ pushed }) => pushed.position)).median.toFixed(0),
      'bytes of a poll': spreadOf(followed.map(({ polled }) => polled.booking)).median.toFixed(0),
    },
  });
  return [
    bytesRow('bytes, a position a second', 1, 0.35),
    bytesRow(`bytes, a position in ${AS_FRESH} s`, AS_FRESH, 0.1),
    {
      name: 'requests',
      ratio: spreadOf([REQUESTS / POLLS]),
      goal: 1 / 50,
      shown: { requests: String(REQUESTS), polls: String(POLLS) },
    },
    {
      name: 'median age of a position on the screen',
      ratio: spreadOf(staleness.map((ms) => ms / POLLED_STALENESS_MS)),
      goal: 1 / 20,
      shown: { ms: spreadOf(staleness).median.toFixed(1), 'polled ms': String(POLLED_STALENESS_MS) },
    },
  ];
}

async function measure({ short, profile }: Effort, report: (line: string) => void): Promise<Row[]> {
  const product = await startProduct({ profile });
  try {
    const followed: Followed[] = [];
    while (followed.length < (short ? 1 : RIDES)) {
      const [drivers, customers] = await inDatabase(product, async () => [
        await insertAccounts('driver', QUOTES),
        await insertAccounts('customer', 1),
      ]);
      const [customer] = customers ?? [];
      if (!customer || !drivers) throw new RangeError('nobody follows the ride');
      followed.push(await new RideClient(product.url, customer, drivers).follow());
      report(JSON.stringify({ ...followed.at(-1), latencies: undefined }));
    }
    return rowsOf(followed);
  } finally {
    await product.stop();
  }
}

/** Compares the bytes and requests of a customer's page that receives pushes with those of a page that polls. */
export const p3: Figure = {
  name: 'p3',
  title: 'P3: following one ride of 20 minutes with six quotes, by pushes',
  baseline: "polling at the specification's intervals",
  measure,
};
