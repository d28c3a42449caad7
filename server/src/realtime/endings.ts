import type { SessionEnd, TokenId } from '@boli/shared/realtime/events';
import { rooms } from '@boli/shared/realtime/rooms';
import { users } from '../auth/auth.repository';
import { confirmIdentities, forgetIdentities, keptAccounts } from '../auth/identities';
import { endReason, touchSessions } from '../auth/sessions.service';
import type { DomainEvents } from '../domain-events';
import { type HubServer, type HubSocket, socketsIn } from './push';

const KEPT_MS = 60_000;
/** The number of accounts in one read. */
const BATCH = 500;

/**
 * Counts ended sessions, so that a handshake which read the account just before the end of its session is still
 * refused.
 */
let endings = 0;
const lastEnding = new Map<string, number>();

const keyOf = (userId: string, token?: TokenId) => (token ? `${userId} ${nameOf(token)}` : userId);
const nameOf = (token: TokenId) => ('sid' in token ? token.sid : token.jti);

/** The count at the start of a handshake, for `endedSince`. */
export function endingsSoFar(): number {
  return endings;
}

/**
 * Whether the sessions of this person, or this one session, were ended after the count was `moment` (`endingsSoFar`).
 */
export function endedSince(moment: number, userId: string, token: TokenId): boolean {
  return [keyOf(userId), keyOf(userId, token)].some((key) => (lastEnding.get(key) ?? 0) > moment);
}

/**
 * Notifies the sockets of a person, or only those of one token, that their session has ended, and closes them. From now
 * on handshakes with these tokens are refused.
 */
export function endSessions({ userId, token, reason }: DomainEvents['session.ended']): void {
  endings += 1;
  const ending = endings;
  forgetIdentities(userId, token);
  const key = keyOf(userId, token);
  lastEnding.set(key, ending);
  setTimeout(() => lastEnding.get(key) === ending && lastEnding.delete(key), KEPT_MS).unref();
  for (const socket of socketsIn(rooms.user(userId))) {
    if (!token || nameOf(token) === nameOf(socket.data.tokenId)) close(socket, reason);
  }
}

function close(socket: HubSocket, reason: SessionEnd): void {
  socket.emit('session:ended', { reason });
  socket.disconnect(true);
}

/** The accounts are checked in this many parts, one per call: checking all accounts together would block the event loop. */
export const PARTS = 8;

/** The part that an account belongs to; it never changes. */
function partOf(userId: string): number {
  return userId.charCodeAt(userId.length - 1) % PARTS;
}

function socketsByUser(server: HubServer, part: number): Map<string, HubSocket[]> {
  const byUser = new Map<string, HubSocket[]>();
  for (const socket of server.sockets.sockets.values()) {
    if (partOf(socket.data.userId) !== part) continue;
    const others = byUser.get(socket.data.userId);
    if (others) others.push(socket);
    else byUser.set(socket.data.userId, [socket]);
  }
  return byUser;
}

/**
 * Returns a function that closes the sockets whose token is no longer valid, for example because another process or an
 * operator ended the session. Each call checks the next of `PARTS` parts of the accounts and records that their
 * remaining sessions are in use. Each call also checks the identities that are kept for clients who may reconnect, and
 * rejects when the database is away.
 */
export function closesEnded(server: HubServer): () => Promise<void> {
  let part = -1;
  return async () => {
    part = (part + 1) % PARTS;
    await closeEnded(server, part);
  };
}

async function closeEnded(server: HubServer, part: number): Promise<void> {
  const byUser = socketsByUser(server, part);
  const kept = keptAccounts(
    (userId) => partOf(userId) === part,
    (userId) => byUser.has(userId),
  );
  const ids = [...new Set([...byUser.keys(), ...kept])];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const readAt = performance.now();
    const found = await users.holders(batch);
    confirmIdentities(batch, found, readAt);
    const held: TokenId[] = [];
    for (const socket of batch.flatMap((id) => byUser.get(id) ?? [])) {
      const reason = endReason(found.get(socket.data.userId), socket.data);
      if (reason) close(socket, reason);
      else held.push(socket.data.tokenId);
    }
    await touchSessions(held);
  }
}
