import type { SessionEnd, TokenId } from '@boli/shared/realtime/events';
import { rooms } from '@boli/shared/realtime/rooms';
import { forgetIdentities } from '../auth/identities';
import type { DomainEvents } from '../domain-events';
import { type HubSocket, socketsIn } from './push';

const KEPT_MS = 60_000;

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
    if (!token || nameOf(token) === nameOf(socket.data.tokenId)) closeEnded(socket, reason);
  }
}

/** Notifies a socket that its session has ended, and closes it. */
export function closeEnded(socket: HubSocket, reason: SessionEnd): void {
  socket.emit('session:ended', { reason });
  socket.disconnect(true);
}
