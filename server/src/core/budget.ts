import type { Request, RequestHandler } from 'express';
import { settings } from '../settings';
import { buckets } from './buckets';
import { TooOften } from './errors';
import { addressKey } from './networks';

/** What an account may take at once: as much as in so many seconds. A page that opens asks for some thirty things. */
const ACCOUNT_BURST_SECONDS = 8;
/** As above for an address, which many people may share. */
const ADDRESS_BURST_SECONDS = 4;
/** So many rows of an answer take one token more. */
const ROWS_A_TOKEN = 40;
/** So many bytes of a body that is parsed take one token more. */
const BODY_BYTES_A_TOKEN = 20_000;
/** What a file takes, however small: a millisecond. A first visit puts the whole app on a device, some 170 files. */
const FILE_TOKENS = 0.2;
/** So many bytes of a file take one token more. */
const SENT_BYTES_A_TOKEN = 100_000;

const allowance = (perSecond: number, burstSeconds: number) => ({ perSecond, burst: perSecond * burstSeconds });
const accounts = buckets(() => allowance(settings().RATE_CALLS, ACCOUNT_BURST_SECONDS));
/** What a session has of its own: a changed password at once, hardly more in the long run, since an account may have many. */
const sessions = buckets(() => ({ perSecond: 0.1, burst: 40 }));
const refusedTokens = buckets(() => allowance(settings().RATE_CALLS, ACCOUNT_BURST_SECONDS));
const addresses = buckets(() => allowance(settings().RATE_ANONYMOUS, ADDRESS_BURST_SECONDS));

/**
 * Takes tokens from what an account may use, REST calls and socket messages alike: one budget over all its devices. A
 * token stands for about 5 ms of CPU of server and store. Throws 429 with the seconds to wait when there are not as many.
 */
export function spend(userId: string, tokens: number): void {
  const wait = accounts.take(userId, tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** Throws 429 where an account has not even one token left. Takes none: a cheap answer before anything is read for it. */
export function checkNotSpent(userId: string): void {
  const wait = accounts.waitFor(userId, 1);
  if (wait > 0) throw new TooOften(wait);
}

/**
 * As `spend`, for what ends sessions: where the account has not as many tokens left, this session's own pay. Somebody
 * with a stolen token can empty the account's budget, and would keep its owner from ending that session.
 */
export function spendOfSession(userId: string, session: string, tokens: number): void {
  if (accounts.take(userId, tokens) === 0) return;
  const wait = sessions.take(session, tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** As `checkNotSpent` for what `spendOfSession` pays for. */
export function checkSessionNotSpent(userId: string, session: string): void {
  const wait = Math.min(accounts.waitFor(userId, 1), sessions.waitFor(session, 1));
  if (wait > 0) throw new TooOften(wait);
}

/**
 * Throws 429 where a signed token that no longer holds came so often that nothing is read for it any more. `token` names
 * it. Counted apart from its account: whoever has kept an old token takes nothing from its owner.
 */
export function checkTokenNotSpent(token: string): void {
  const wait = refusedTokens.waitFor(token, 1);
  if (wait > 0) throw new TooOften(wait);
}

/** Counts a call with a signed token that no longer holds. */
export function chargeRefusedToken(token: string): void {
  refusedTokens.charge(token, 1);
}

/** As `spend` for a call without a token, by its address; an IPv6 /64 counts as one address. */
export function spendAnonymously(address: string, tokens: number): void {
  const wait = addresses.take(addressKey(address), tokens);
  if (wait > 0) throw new TooOften(wait);
}

/** Charges an account for what has been done already: it may owe tokens afterwards. */
export function charge(userId: string, tokens: number): void {
  accounts.charge(userId, tokens);
}

/**
 * Lets the address pay for what is sent without a call, files above all: a share of a token at once, and one for each
 * 100 kB when it has been sent. Throws 429 where it has not even the share.
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

/** Charges what an answer turned out to cost: its rows. */
export function chargeRows(userId: string, answer: unknown): void {
  const tokens = Math.floor(rowsIn(answer) / ROWS_A_TOKEN);
  if (tokens > 0) charge(userId, tokens);
}

/** Charges whoever pays for a call, the account or the address, for the length of its body in bytes. */
export function chargeBody({ actor, ip }: Pick<Request, 'actor' | 'ip'>, bytes: number): void {
  const tokens = Math.floor(bytes / BODY_BYTES_A_TOKEN);
  if (tokens === 0) return;
  if (actor) charge(actor.id, tokens);
  else addresses.charge(addressKey(ip ?? 'unknown'), tokens);
}

function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return 0;
  return Math.max(0, ...Object.values(answer).map((value) => (Array.isArray(value) ? value.length : 0)));
}
