import { AttemptPace, type Settle } from '../core/attempt-pace';
import { TooOften } from '../core/errors';
import { addressKey, networkOf } from '../core/networks';
import { settings } from '../settings';

const MINUTE_MS = 60_000;
/** Many people share an address, so its turns come ten times as often as those of one account. */
const TURNS_OF_ADDRESS = 10;
const waitMs = () => settings().RATE_LOGIN_WAIT * 1000;

const ofAccount = { points: () => settings().RATE_LOGIN_ACCOUNT, windowMs: 15 * MINUTE_MS, waitMs };
/** Failures on an account from any network; the networks take turns. */
const byAccount = new AttemptPace(ofAccount);
/** Failures on an account from one network from which it has been used; the addresses take turns. */
const byKnownNetwork = new AttemptPace(ofAccount);
/** Failures of one address on all accounts; the accounts take turns. */
const byAddress = new AttemptPace({
  points: () => settings().RATE_LOGIN_ADDRESS,
  windowMs: 60 * MINUTE_MS,
  waitMs: () => waitMs() / TURNS_OF_ADDRESS,
});

async function begin(pace: AttemptPace, key: string, origin: string): Promise<Settle> {
  const answer = await pace.begin(key, origin);
  if (typeof answer !== 'number') return answer;
  const seconds = Math.ceil(answer / 1000);
  throw new TooOften(seconds, 'auth.too_many_failures', { seconds });
}

/** The account whose password is tried, the IP address, and whether the account has been used from a network before. */
export interface Attempt {
  account: string;
  address: string;
  isKnownNetwork?: (network: string) => Promise<boolean>;
}

/**
 * Runs one check of a password, slowed down after too many failures on the account or from the address (docs/decisions,
 * sign-in slows down). For a network from which the account has been used, neither failures from other networks nor
 * those of the address count. `check` returns null when the password was wrong. Throws 429 with the seconds to wait,
 * without checking, when the attempt has to be repeated later.
 */
export async function limited<T>(
  { account, address, isKnownNetwork = async () => false }: Attempt,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const key = addressKey(address);
  const network = networkOf(address) ?? key;
  // The known networks are read only if they make a difference, so that an ordinary sign-in costs no additional
  // query.
  const isSlow = byAccount.isSlow(account) || byAddress.isSlow(key);
  if (isSlow && (await isKnownNetwork(network))) {
    return settling([await begin(byKnownNetwork, `${account}\n${network}`, key)], check);
  }
  const ofAddress = await begin(byAddress, key, account);
  const both = await begin(byAccount, account, network).catch((error: unknown) => {
    ofAddress('fine');
    throw error;
  });
  return settling([ofAddress, both], check);
}

async function settling<T>(settles: Settle[], check: () => Promise<T | null>): Promise<T | null> {
  let outcome: 'failed' | 'fine' = 'fine';
  try {
    const result = await check();
    if (result === null) outcome = 'failed';
    return result;
  } finally {
    for (const settle of settles) settle(outcome);
  }
}
