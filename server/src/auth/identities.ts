import type { SocketData, TokenId } from '@boli/shared/realtime/events';
import { redisState } from '../core/redis';
import type { TokensOfAccount } from './auth.repository';
import { endReason } from './sessions.service';

/** The person who opens a socket, from the token and the account. `name` may be outdated; no message uses it. */
export type Identity = Readonly<
  Pick<SocketData, 'userId' | 'role' | 'name' | 'tokenVersion' | 'tokenId' | 'expiresAt'>
>;

/** The parts of a token by which its kept identity is found. */
type KeptBy = Pick<Identity, 'userId' | 'role' | 'tokenVersion' | 'tokenId'>;

/**
 * An identity that the database has not confirmed for this long (ms) is not used. Every identity that is kept is checked
 * against the database at least this often, together with those of open sockets.
 */
export const CHECK_SESSIONS_MS = 5_000;
/** An identity without an open socket is kept for this long (ms): clients that lost their connection are back by then. */
const KEPT_MS = 60_000;
/** The maximum number of accounts with kept identities; beyond it, the account with the oldest handshake is dropped. */
const MAX_KEPT = 50_000;

interface Kept {
  readonly identity: Identity;
  /**
   * When the read that confirmed this identity began, and when the account last had a socket, by the monotonic clock
   * (ms).
   */
  confirmedAt: number;
  seenAt: number;
}

/** A confirmed identity. If `confirmedAt` is missing, the account was read from the database for this handshake. */
export type Confirmed = { readonly identity: Identity; readonly confirmedAt?: number };

/** The kept identities of each account; the accounts are in the order of their last handshakes. */
const accounts = new Map<string, Kept[]>();

const nameOf = (token: TokenId) => ('sid' in token ? token.sid : token.jti);
const isOf = (identity: Identity, { role, tokenVersion, tokenId }: KeptBy) =>
  identity.role === role && identity.tokenVersion === tokenVersion && isOfToken(identity, tokenId);
const isOfToken = (identity: Identity, token: TokenId) =>
  'sid' in identity.tokenId === 'sid' in token && nameOf(identity.tokenId) === nameOf(token);

/**
 * The identity of this token if the database has confirmed it within the last five seconds, else null. Null as well while
 * the link to the other nodes is interrupted, because they could not report the end of the session.
 */
export function keptIdentity(by: KeptBy): Confirmed | null {
  const held = accounts.get(by.userId)?.find(({ identity }) => isOf(identity, by));
  if (!held || performance.now() - held.confirmedAt > CHECK_SESSIONS_MS || redisState() === 'lost') return null;
  return { identity: held.identity, confirmedAt: held.confirmedAt };
}

/**
 * Keeps the identity of a handshake for the next one. `confirmedAt`: when its read of the database began (monotonic ms).
 * The caller makes sure that the session has not ended since then.
 */
export function keepIdentity(identity: Identity, confirmedAt: number): void {
  const { userId, tokenId } = identity;
  // A token without a name cannot be distinguished from other tokens of its account.
  if (nameOf(tokenId) === null) return;
  const others = (accounts.get(userId) ?? []).filter((held) => !isOfToken(held.identity, tokenId));
  accounts.delete(userId);
  accounts.set(userId, [...others, { identity, confirmedAt, seenAt: performance.now() }]);
  for (const longest of accounts.keys()) {
    if (accounts.size <= MAX_KEPT) break;
    accounts.delete(longest);
  }
}

/** Drops the identities of a person, or of one token alone, whose session has ended. */
export function forgetIdentities(userId: string, token?: TokenId): void {
  if (token) keepOnly(userId, ({ identity }) => !isOfToken(identity, token));
  else accounts.delete(userId);
}

/** Drops every identity: the end of a session may have been missed. */
export function forgetAllIdentities(): void {
  accounts.clear();
}

/**
 * Returns the accounts with kept identities that `isOfPart` selects, and drops their identities that have had no socket
 * for a minute. `hasSocket`: whether an account has an open socket now.
 */
export function keptAccounts(isOfPart: (userId: string) => boolean, hasSocket: (userId: string) => boolean): string[] {
  const now = performance.now();
  const ids = [...accounts.keys()].filter(isOfPart);
  for (const userId of ids) {
    if (hasSocket(userId)) for (const held of accounts.get(userId) ?? []) held.seenAt = now;
    else keepOnly(userId, ({ seenAt }) => now - seenAt <= KEPT_MS);
  }
  return ids.filter((userId) => accounts.has(userId));
}

/**
 * Compares the identities of these accounts with the stored accounts (`found`): confirms the valid ones and drops the
 * others. `readAt`: when the read began (monotonic ms).
 */
export function confirmIdentities(
  userIds: readonly string[],
  found: ReadonlyMap<string, TokensOfAccount>,
  readAt: number,
): void {
  for (const userId of userIds) {
    keepOnly(userId, ({ identity }) => endReason(found.get(userId), identity) === null);
    for (const held of accounts.get(userId) ?? []) held.confirmedAt = Math.max(held.confirmedAt, readAt);
  }
}

function keepOnly(userId: string, isKept: (held: Kept) => boolean): void {
  const kept = accounts.get(userId);
  if (!kept || kept.every(isKept)) return;
  const left = kept.filter(isKept);
  if (left.length === 0) accounts.delete(userId);
  else accounts.set(userId, left);
}
