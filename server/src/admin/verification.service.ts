import { UNDO_MS } from '@boli/shared/core/constants';
import type { ReportChange } from '../admin-log/admin-log.service';
import { type Person, users } from '../auth/auth.repository';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import type { Slice } from '../core/slice.repository';
import { domainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { loggedVerification } from '../drivers/drivers.presenter';
import { driverReconciler } from '../drivers/drivers.reconcile';
import { profiles } from '../drivers/drivers.repository';

/** A page of the drivers whose documents wait for a decision, with everything that a row shows. */
export interface PendingPage {
  rows: DriverProfileDocument[];
  total: number;
  people: Map<string, Person>;
  sharedLicenses: Set<string>;
}

/** Reads a page of the drivers whose documents wait for a decision, newest first. */
export async function pendingVerifications(slice: Slice): Promise<PendingPage> {
  const { rows, total } = await profiles.pending(slice);
  const [people, sharedLicenses] = await Promise.all([
    users.people(rows.map((profile) => profile.user_id)),
    profiles.sharedLicenses(rows.map((profile) => profile.license_key)),
  ]);
  return { rows, total, people, sharedLicenses };
}

/**
 * Approves or rejects a driver, whatever the current status. Repeating a decision decides nothing new, but raises
 * the profile's version. Throws 404 without a profile.
 */
export async function decide(
  userId: string,
  decision: { status: 'verified' | 'rejected'; reason: string | null },
  changed: ReportChange,
): Promise<DriverProfileDocument> {
  const reason = decision.status === 'rejected' ? decision.reason : null;
  const written = await profiles.decide(userId, { status: decision.status, reason, followUp: clock.now() });
  if (!written) throw new NotFound('admin.no_profile');
  const { before, after } = written;
  changed(loggedVerification(before), loggedVerification(after));
  await followDecision(after);
  return after;
}

/**
 * Undoes the decision on a driver within `UNDO_MS`: the driver waits for a decision again. Quotes and bookings that a
 * rejection has ended stay ended. Undoing twice returns the profile unchanged. Throws 404 without a profile, 409 after
 * that time or when there is no decision since the driver last changed the profile.
 */
export async function undo(userId: string, changed: ReportChange): Promise<DriverProfileDocument> {
  const now = clock.now();
  const since = new Date(now.getTime() - UNDO_MS);
  const read = await profiles.byUser(userId);
  if (!read) throw new NotFound('admin.no_profile');
  const { decided_at: decidedAt, decision_undone_at: undoneAt } = read;
  if (undoneAt && undoneAt >= since) return read;
  if (!decidedAt) throw new Conflict('admin.undo_changed');
  if (decidedAt < since) throw new Conflict('admin.undo_late');
  const written = await profiles.undoDecision(read, { since, now });
  if (!written) return afterAnother(userId, since);
  const { before, after } = written;
  changed(loggedVerification(before), loggedVerification(after));
  await followDecision(after);
  return after;
}

/**
 * The outcome of an undo when a concurrent call was faster: returns the profile if that call was the same undo.
 * Throws 409 after any other change.
 */
async function afterAnother(userId: string, since: Date): Promise<DriverProfileDocument> {
  const found = await profiles.byUser(userId);
  if (found?.decision_undone_at && found.decision_undone_at >= since) return found;
  throw new Conflict('common.changed_meanwhile');
}

async function followDecision(profile: DriverProfileDocument): Promise<void> {
  domainEvents.emit('driver.decided', { profile });
  await driverReconciler.reconcile(profile._id);
}
