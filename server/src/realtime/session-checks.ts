import type { TokenId } from '@boli/shared/realtime/events';
import { users } from '../auth/auth.repository';
import { confirmIdentities, keptAccounts } from '../auth/identities';
import { endReason, touchSessions } from '../auth/sessions.service';
import { clock } from '../core/clock';
import { grouped } from '../core/grouped';
import { closeEnded } from './endings';
import type { HubSocket } from './push';

/** The number of accounts in one read. */
const BATCH = 500;

/** The accounts are checked in this many parts, one at a time: checking all together would block the event loop. */
export const PARTS = 8;

/** The part that an account belongs to; it never changes. */
function partOf(userId: string): number {
  return userId.charCodeAt(userId.length - 1) % PARTS;
}

/** The periodic checks of the sockets' sessions. */
export interface SessionChecks {
  /** Includes a new socket in the checks until it is closed. */
  add(socket: HubSocket): void;
  /**
   * Checks the next of `PARTS` parts of the accounts: closes the sockets whose token is no longer valid, for example
   * because another process or an operator ended the session, and records that the remaining sessions are in use. Also
   * checks the identities that are kept for clients who may reconnect. Rejects when the database is away.
   */
  checkNext(): Promise<void>;
  /**
   * Closes the sockets whose token has expired. To be called often: the clock is read each time, because a timer set at
   * the handshake would not notice that the clock was changed.
   */
  endExpired(): void;
}

/** Begins with no sockets. */
export function sessionChecks(): SessionChecks {
  const parts = Array.from({ length: PARTS }, () => new Set<HubSocket>());
  let next = 0;
  /** No token of an open socket expires before this time (epoch ms). */
  let earliestExpiry = Number.POSITIVE_INFINITY;
  return {
    add(socket) {
      const part = parts[partOf(socket.data.userId)];
      part?.add(socket);
      socket.on('disconnect', () => part?.delete(socket));
      earliestExpiry = Math.min(earliestExpiry, socket.data.expiresAt);
    },
    async checkNext() {
      const part = next;
      next = (part + 1) % PARTS;
      await checkPart(part, parts[part] ?? []);
    },
    endExpired() {
      const now = clock.millis();
      if (now < earliestExpiry) return;
      earliestExpiry = Number.POSITIVE_INFINITY;
      for (const socket of parts.flatMap((sockets) => [...sockets])) {
        if (socket.data.expiresAt <= now) closeEnded(socket, 'expired');
        else earliestExpiry = Math.min(earliestExpiry, socket.data.expiresAt);
      }
    },
  };
}

async function checkPart(part: number, sockets: Iterable<HubSocket>): Promise<void> {
  const byUser = grouped([...sockets], ({ data }) => data.userId);
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
      if (reason) closeEnded(socket, reason);
      else held.push(socket.data.tokenId);
    }
    await touchSessions(held);
  }
}
