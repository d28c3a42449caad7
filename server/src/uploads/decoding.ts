import { type Allowance, buckets } from '../core/buckets';
import { TooOften } from '../core/errors';
import { addressKey } from '../core/networks';
import { FairSemaphore } from './fair-semaphore';

/** Files are decoded one after the other over the whole process: five large pictures at once would take its memory. */
const semaphore = new FairSemaphore({ atOnce: 1, ofOne: 1, waitingOfOne: 5, waitMs: 60_000 });

/** Milliseconds of decoding that an account may use: a tenth of a core in the long run, a minute at once. */
export const DECODING_BUDGET: Allowance = { perSecond: 100, burst: 60_000 };
const budgets = buckets(() => DECODING_BUDGET);
/** The same of each network, which decides only who goes first: many people may share one. */
const networks = buckets(() => DECODING_BUDGET);

/** Whose file it is: the account and the network address it came from. */
export interface Sender {
  readonly account: string;
  readonly address: string;
}

/**
 * Runs one file's decoding when it is granted, and charges its sender for the time that it took. Whoever has used least goes
 * first: many new accounts in one network do not hold up the others. Throws 429 to an account that has used up its time,
 * 503 after a minute's wait.
 */
export async function decode<T>({ account, address }: Sender, work: () => Promise<T>): Promise<T> {
  const network = addressKey(address);
  checkBudget(account);
  const end = await semaphore.acquire(account, () =>
    Math.max(budgets.waitFor(account, DECODING_BUDGET.burst), networks.waitFor(network, DECODING_BUDGET.burst)),
  );
  let from: number | null = null;
  try {
    // Again, because its files before this one have been charged meanwhile; one of an account is decoded at a time.
    checkBudget(account);
    from = performance.now();
    return await work();
  } finally {
    if (from !== null) {
      const milliseconds = performance.now() - from;
      chargeDecoding(account, milliseconds);
      networks.charge(network, milliseconds);
    }
    end();
  }
}

function checkBudget(account: string): void {
  const wait = budgets.waitFor(account, 1);
  if (wait > 0) throw new TooOften(Math.ceil(wait));
}

/** Charges the account for so many milliseconds of decoding. */
export function chargeDecoding(account: string, milliseconds: number): void {
  budgets.charge(account, milliseconds);
}
