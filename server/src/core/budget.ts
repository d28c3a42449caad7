import type { Request, RequestHandler } from 'express';
import { settings } from '../settings';
import { TooOften } from './errors';
import { addressKey } from './networks';
import { sharedBuckets } from './shared-buckets';

/** The burst of an account is its rate multiplied by this many seconds. A page that opens makes some thirty calls. */
const ACCOUNT_BURST_SECONDS = 8;
/** The burst of an address, which many people may share, is its rate multiplied by this many seconds. */
const ADDRESS_BURST_SECONDS = 4;
/** One token, in addition to the cost of the call, pays for this many rows of an answer. */
const ROWS_A_TOKEN = 40;
/** One token, in addition to the cost of the call, pays for this many bytes of a body. */
const BODY_BYTES_A_TOKEN = 20_000;
/**
 * Tokens for any file, however small: sending one takes a millisecond of CPU time. A first visit loads the whole app,
 * some 170 files.
 */
const FILE_TOKENS = 0.2;
/** One token, in addition to `FILE_TOKENS`, pays for this many bytes of a file. */
const SENT_BYTES_A_TOKEN = 100_000;

const allowance = (perSecond: number, burstSeconds: number) => ({ perSecond, burst: perSecond * burstSeconds });
const accounts = sharedBuckets('account', () => allowance(settings().RATE_CALLS, ACCOUNT_BURST_SECONDS));
/**
 * The separate budget of a session: enough to change a password, and little over time, since an account may have many
 * sessions.
 */
const sessions = sharedBuckets('session', () => ({ perSecond: 0.1, burst: 40 }));
/**
 * The positions that are sent with a booking's position token: 5 a second, as for positions sent through the hub, with
 * a burst of 20.
 */
const positions = sharedBuckets('positions', () => ({ perSecond: 5, burst: 20 }));
const refusedTokens = sharedBuckets('refused token', () => allowance(settings().RATE_CALLS, ACCOUNT_BURST_SECONDS));
const addresses = sharedBuckets('address', () => allowance(settings().RATE_ANONYMOUS, ADDRESS_BURST_SECONDS));

/**
 * Takes tokens from an account's budget, for REST calls and socket messages alike: all devices of the account share one
 * budget. A token stands for about 5 ms of CPU time of server and store. Throws 429 with the seconds to wait when too
 * few are left.
 */
export function spend(userId: string, tokens: number): void {
  const wait = accounts.take(userId, tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** Throws 429 if an account has not even one token left. Takes none: a cheap check before the first database read. */
export function checkNotSpent(userId: string): void {
  const wait = accounts.waitFor(userId, 1);
  if (wait > 0) throw new TooOften(wait);
}

/**
 * Like `spend`, for calls that end sessions: if the account has too few tokens left, this session's separate budget is
 * charged. Otherwise somebody with a stolen token could empty the account's budget and keep the owner of the account
 * from ending that session. Throws 429 when both budgets have too few tokens.
 */
export function spendOfSession(userId: string, session: string, tokens: number): void {
  if (accounts.take(userId, tokens) === 0) return;
  const wait = sessions.take(session, tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** Throws 429 if neither the account nor the session has a token left; takes none. */
export function checkSessionNotSpent(userId: string, session: string): void {
  const wait = Math.min(accounts.waitFor(userId, 1), sessions.waitFor(session, 1));
  if (wait > 0) throw new TooOften(wait);
}

/**
 * Charges a call with a position token to its booking, so that whoever steals such a token cannot use up the budget of
 * the driver's account. Throws 429.
 */
export function spendPositions(bookingId: string, tokens: number): void {
  const wait = positions.take(bookingId, tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** Throws 429 if the budget of a booking has no token left; takes none. */
export function checkPositionsNotSpent(bookingId: string): void {
  const wait = positions.waitFor(bookingId, 1);
  if (wait > 0) throw new TooOften(wait);
}

/**
 * Throws 429 if a signed token that is no longer valid was sent so often that its calls are now refused without a
 * database read. `token` is the unique id of the token. These calls are not charged to the account, so that a person
 * with an old token takes nothing from the owner of the account.
 */
export function checkTokenNotSpent(token: string): void {
  const wait = refusedTokens.waitFor(token, 1);
  if (wait > 0) throw new TooOften(wait);
}

/** Counts a call with a signed token that is no longer valid. */
export function chargeRefusedToken(token: string): void {
  refusedTokens.charge(token, 1);
}

/**
 * Like `spend`, for a call without a token: charges its address; an IPv6 /64 counts as one address. Throws 429 when too
 * few tokens are left.
 */
export function spendAnonymously(address: string, tokens: number): void {
  const wait = addresses.take(addressKey(address), tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** Charges an account for completed work; its balance may become negative. */
export function charge(userId: string, tokens: number): void {
  accounts.charge(userId, tokens);
}

/**
 * Charges the address for responses that belong to no endpoint, mainly files: a fraction of a token immediately, and
 * one token for each 100 kB after sending. Throws 429 if not even the fraction is left.
 */
export const paidByAddress: RequestHandler = (request, response, next) => {
  spendAnonymously(request.ip ?? 'unknown', FILE_TOKENS);
  response.once('close', () => {
    if (request.method === 'HEAD') return;
    const bytes = Number(response.getHeader('Content-Length') ?? 0);
    addresses.charge(addressKey(request.ip ?? 'unknown'), bytes / SENT_BYTES_A_TOKEN);
  });
  next();
};

/** Charges an account for this many rows of a response (`rowsIn`). */
export function chargeRows(userId: string, rows: number): void {
  const tokens = Math.floor(rows / ROWS_A_TOKEN);
  if (tokens > 0) charge(userId, tokens);
}

/**
 * Charges a call for a body of this many bytes: its booking if it has a position token, else its account, else its
 * address.
 */
export function chargeBody(
  { actor, positionsOf, ip }: Pick<Request, 'actor' | 'positionsOf' | 'ip'>,
  bytes: number,
): void {
  const tokens = Math.floor(bytes / BODY_BYTES_A_TOKEN);
  if (tokens === 0) return;
  if (positionsOf) positions.charge(positionsOf, tokens);
  else if (actor) charge(actor.id, tokens);
  else addresses.charge(addressKey(ip ?? 'unknown'), tokens);
}

/** The rows of a response: the elements of the array, or of the longest array among its fields. */
export function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  return Math.max(0, ...Object.values(answer).map((value) => (Array.isArray(value) ? value.length : 0)));
}
