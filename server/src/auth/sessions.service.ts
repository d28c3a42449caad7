import { randomUUID } from 'node:crypto';
import type { Language } from '@boli/shared/core/messages';
import type { SessionEnd, SocketData, TokenId } from '@boli/shared/realtime/events';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { NotFound } from '../core/errors';
import { logger } from '../core/logger';
import { networkOf } from '../core/networks';
import { domainEvents } from '../domain-events';
import type { UserDocument } from './auth.model';
import { hasToken } from './auth.policy';
import { type TokensOfAccount, users } from './auth.repository';
import { deviceOf } from './device';
import type { SessionDocument } from './sessions.model';
import { sessions } from './sessions.repository';
import { expiryOfToken, signToken } from './tokens';

/** The origin of a sign-in: the address, the `User-Agent` header, and the language of answers and mails. */
export interface Client {
  address: string;
  userAgent: string | undefined;
  language: Language;
}

const KEPT_MS = 30 * 86_400_000;
const TOUCH_EVERY_MS = 5 * 60_000;
const MAX_TOUCHED = 50_000;

/** Opens a session of this account and returns its token; null when the account has changed since it was read. */
export async function startSession(user: UserDocument, client: Client): Promise<string | null> {
  const sid = randomUUID();
  const token = signToken(user, sid);
  const now = clock.now();
  const expiresAt = expiryOfToken(token);
  // The description is stored first, so that every session has one. A description without a session is never shown.
  await sessions.insert({
    _id: sid,
    user_id: user._id,
    ...deviceOf(client.userAgent),
    network: networkOf(client.address),
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt,
    kept_until: new Date(Math.max(expiresAt.getTime(), now.getTime() + KEPT_MS)),
  });
  touched.set(sid, performance.now());
  const ended = await users.openSession(user, sid);
  for (const oldest of ended ?? [])
    domainEvents.emit('session.ended', { userId: user._id, token: { sid: oldest }, reason: 'revoked' });
  return ended ? token : null;
}

/**
 * Whether a stored session of the account was last used from this network. A session is stored for at least 30 days.
 */
export function isKnownNetwork(userId: string, network: string): Promise<boolean> {
  return sessions.isKnownNetwork(userId, network);
}

/** The caller's valid sessions, the most recently used first. */
export async function listSessions(actor: Actor): Promise<SessionDocument[]> {
  const user = await users.byId(actor.id);
  return sessions.byIds(user?.session_ids ?? [], clock.now());
}

/** Whether this session is the caller's current one. */
export function isCurrent({ token }: Actor, sid: string): boolean {
  return token !== undefined && 'sid' in token && token.sid === sid;
}

/** Ends one session of the caller. Throws 404 for a session that is not the caller's, or that has ended. */
export async function endSession(actor: Actor, sid: string): Promise<void> {
  if (!(await users.endToken(actor.id, { sid }))) throw new NotFound();
  const reason = isCurrent(actor, sid) ? 'logged_out' : 'revoked';
  domainEvents.emit('session.ended', { userId: actor.id, token: { sid }, reason });
}

/** Ends the token of this call, and its sockets. */
export async function logout(actor: Actor): Promise<void> {
  if (!actor.token) return;
  await users.endToken(actor.id, actor.token);
  domainEvents.emit('session.ended', { userId: actor.id, token: actor.token, reason: 'logged_out' });
}

/** The reason why a token is no longer valid for this state of the account; null while it is valid. */
export function endReason(
  user: TokensOfAccount | undefined,
  { role, tokenVersion, tokenId }: Pick<SocketData, 'role' | 'tokenVersion' | 'tokenId'>,
): SessionEnd | null {
  if (!user || user.role !== role) return 'account_changed';
  if (user.suspension) return 'suspended';
  if (user.token_version !== tokenVersion) return 'revoked';
  return hasToken(user, tokenId) ? null : 'revoked';
}

/** When this process last recorded the use of each session (ms of the monotonic clock), the oldest first. */
const touched = new Map<string, number>();

/** Whether the use of a session has to be recorded now; true at most every five minutes. */
function isDue(sid: string): boolean {
  const now = performance.now();
  if (now - (touched.get(sid) ?? Number.NEGATIVE_INFINITY) < TOUCH_EVERY_MS) return false;
  touched.delete(sid);
  touched.set(sid, now);
  for (const oldest of touched.keys()) {
    if (touched.size <= MAX_TOUCHED) break;
    touched.delete(oldest);
  }
  return true;
}

/** Records that a session is used from this address; callers do not wait for it. */
export function touchSession(token: TokenId, address: string | undefined): void {
  if (!('sid' in token) || !isDue(token.sid)) return;
  const network = address === undefined ? null : networkOf(address);
  sessions
    .touch([token.sid], { at: clock.now(), network })
    .catch((error: unknown) => logger.warn({ err: error }, 'the use of a session was not noted'));
}

/** Records that these sessions are in use. */
export async function touchSessions(tokens: readonly TokenId[]): Promise<void> {
  const due = tokens.flatMap((token) => ('sid' in token && isDue(token.sid) ? [token.sid] : []));
  if (due.length > 0) await sessions.touch(due, { at: clock.now(), network: null });
}
