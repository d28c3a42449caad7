import { AttemptPace } from '../core/attempt-pace';
import type { Limits, Settle } from '../core/attempts';
import { TooOften } from '../core/errors';
import { areLimitersShared, limiterKey } from '../core/limiters';
import { addressKey, networkOf } from '../core/networks';
import { claimShared } from '../core/shared-attempts';
import { domainEvents } from '../domain-events';
import { settings } from '../settings';

const MINUTE_MS = 60_000;
/** Many people share an address, so a slowed address may try ten times as often as a slowed account. */
const TURNS_OF_ADDRESS = 10;
const waitMs = () => settings().RATE_LOGIN_WAIT * 1000;

const ofAccount = { points: () => settings().RATE_LOGIN_ACCOUNT, windowMs: 15 * MINUTE_MS, waitMs };

/**
 * The names of the three counts of failures (`AttemptPace`), each of which slows sign-ins down. Their keys and origins
 * are hashed, because they leave the process in a cluster.
 */
export const paceNames = ['account', 'known network', 'address'] as const;
export type PaceName = (typeof paceNames)[number];
const paces: Readonly<Record<PaceName, AttemptPace>> = {
  /** Failures on an account from any network; once slowed down, the attempts of different networks take turns. */
  account: paceOf('account', ofAccount),
  /** Failures on an account from one network that the account has used before; its addresses take turns. */
  'known network': paceOf('known network', ofAccount),
  /** Failures of one address on all accounts; attempts on different accounts take turns. */
  address: paceOf('address', {
    points: () => settings().RATE_LOGIN_ADDRESS,
    windowMs: 60 * MINUTE_MS,
    waitMs: () => waitMs() / TURNS_OF_ADDRESS,
  }),
};

function paceOf(name: PaceName, limits: Limits): AttemptPace {
  const shared = {
    claim: claimShared(`sign-in by ${name}`, limits),
    failed: (key: string, origin: string) => domainEvents.emit('sign_in.failed', { pace: name, key, origin }),
  };
  return new AttemptPace(limits, () => (areLimitersShared() ? shared : null));
}

/** Counts a failed sign-in on another node. */
export function countFailureElsewhere({ pace, key, origin }: { pace: PaceName; key: string; origin: string }): void {
  paces[pace].countFailure(key, origin);
}

async function begin(pace: PaceName, key: string, origin: string): Promise<Settle> {
  const answer = await paces[pace].begin(limiterKey(key), limiterKey(origin));
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
 * Runs one check of a password, slowed down after too many failures on the account or from the address
 * (docs/decisions/0010-sign-in-slows-down.md). From a network that the account has used before, only the failures on
 * this account from this network count. `check` returns null when the password was wrong. Throws 429 with the seconds
 * to wait, without checking, when the attempt has to be repeated later.
 */
export async function limited<T>(
  { account, address, isKnownNetwork = async () => false }: Attempt,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const key = addressKey(address);
  const network = networkOf(address) ?? key;
  // The known networks are read only if they make a difference, so that an ordinary sign-in costs no additional
  // query.
  const isSlow = paces.account.isSlow(limiterKey(account)) || paces.address.isSlow(limiterKey(key));
  if (isSlow && (await isKnownNetwork(network))) {
    return settling([await begin('known network', `${account}\n${network}`, key)], check);
  }
  const ofAddress = await begin('address', key, account);
  const both = await begin('account', account, network).catch((error: unknown) => {
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
