import { type Allowance, buckets } from '../core/buckets';
import { TooOften } from '../core/errors';
import { FairSemaphore } from '../core/fair-semaphore';
import { addressKey } from '../core/networks';
import { sharedBuckets } from '../core/shared-buckets';

/**
 * Files are decoded one after the other over the whole process: five large pictures together would exhaust its memory.
 */
const semaphore = new FairSemaphore({
  atOnce: 1,
  ofOne: 1,
  waitingOfOne: 5,
  waitMs: 60_000,
  busy: 'drivers.upload_busy',
});

/** Milliseconds of decoding for an account: a tenth of a core over time, a minute as a burst. */
export const DECODING_BUDGET: Allowance = { perSecond: 100, burst: 60_000 };
const budgets = sharedBuckets('decoding', () => DECODING_BUDGET);
/**
 * The same budget for each network, on this node. A network's use decides only the order, because many people may share
 * a network.
 */
const networks = buckets(() => DECODING_BUDGET);

/** The sender of a file: the account and the network address. */
export interface Sender {
  readonly account: string;
  readonly address: string;
}

/**
 * Runs the decoding of one file when it is its turn, and charges the sender for the time that it took. The sender with
 * the least use goes first, so that many new accounts in one network do not delay the others. Throws 429 to an account
 * that has used up its budget or has five files waiting, 503 after a minute's wait.
 */
export async function decode<T>({ account, address }: Sender, work: () => Promise<T>): Promise<T> {
  const network = addressKey(address);
  checkBudget(account);
  const end = await semaphore.acquire(account, () =>
    Math.max(budgets.waitFor(account, DECODING_BUDGET.burst), networks.waitFor(network, DECODING_BUDGET.burst)),
  );
  let from: number | null = null;
  try {
    // Checked again, because the account's earlier files have been charged meanwhile; one file of an account is decoded
    // at a time.
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

/** Charges the account for this many milliseconds of decoding. */
export function chargeDecoding(account: string, milliseconds: number): void {
  budgets.charge(account, milliseconds);
}
