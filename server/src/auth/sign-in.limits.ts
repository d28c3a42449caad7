import { TooOften } from '../core/errors';
import { FailureLimit, type Settle } from '../core/failure-limit';
import { settings } from '../settings';

const MINUTE = 60_000;
const byAccount = new FailureLimit(() => settings().RATE_LOGIN_ACCOUNT, 15 * MINUTE);
const byAddress = new FailureLimit(() => settings().RATE_LOGIN_ADDRESS, 60 * MINUTE);

async function begin(limit: FailureLimit, key: string): Promise<Settle> {
  const answer = await limit.begin(key);
  if (typeof answer !== 'number') return answer;
  throw new TooOften(answer / 1000, 'auth.too_many_failures', { minutes: Math.max(1, Math.ceil(answer / MINUTE)) });
}

/**
 * Runs one check of a password under both limits: 10 failures per account and address in 15 minutes, 300 per address an
 * hour. `check` answers null when the password was wrong. Throws 429 without checking when a limit is reached.
 */
export async function limited<T>(account: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
  const settleAccount = await begin(byAccount, `${account}\n${address}`);
  let settleAddress: Settle | null = null;
  let outcome: 'failed' | 'fine' = 'fine';
  try {
    settleAddress = await begin(byAddress, address);
    const result = await check();
    if (result === null) outcome = 'failed';
    return result;
  } finally {
    settleAccount(outcome);
    settleAddress?.(outcome);
  }
}
