import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { domainEvents } from '../domain-events';
import { accountReconciler } from './accounts.reconcile';
import type { UserDocument } from './auth.model';
import { checkMaySuspend } from './auth.policy';
import { users } from './auth.repository';

const MAX_TRIES = 5;

/** An account before and after an admin's change; twice the same document when nothing changed. */
export interface AccountChange {
  before: UserDocument;
  after: UserDocument;
}

/**
 * Suspends an account: its tokens end, its sockets are closed, and its quotes, pending bookings and open requests end.
 * Suspending it again changes the reason. Throws 404 for an unknown account, 409 for oneself and for the last admin,
 * and when the account keeps changing meanwhile.
 */
export async function suspend(by: Actor, userId: string, reason: string): Promise<AccountChange> {
  checkMaySuspend(by, userId);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = existing(await users.byId(userId));
    if (before.suspension?.reason === reason) return { before, after: before };
    const after = before.suspension
      ? await users.changeSuspension(userId, reason)
      : await users.suspend(before, { reason, at: clock.now(), by: by.id });
    if (!after) continue;
    if (!before.suspension) await finishSuspension(after);
    return { before, after };
  }
  throw new Conflict('common.changed_meanwhile');
}

async function finishSuspension(user: UserDocument): Promise<void> {
  // The active admins are counted after the write: when admins suspend each other concurrently, a call that finds none
  // left undoes its write.
  if (user.role === 'admin' && (await users.countActiveAdmins()) === 0) {
    await users.undoSuspension(user);
    throw new Conflict('admin.suspend_last');
  }
  domainEvents.emit('session.ended', { userId: user._id, reason: 'suspended' });
  await accountReconciler.reconcile(user._id);
}

/** Ends a suspension; does nothing without one. The person has to sign in again. Throws 404 for an unknown account. */
export async function unsuspend(userId: string): Promise<AccountChange> {
  const before = existing(await users.byId(userId));
  const after = before.suspension && (await users.unsuspend(userId));
  return { before, after: after ?? existing(await users.byId(userId)) };
}

function existing(user: UserDocument | null): UserDocument {
  if (!user) throw new NotFound();
  return user;
}
