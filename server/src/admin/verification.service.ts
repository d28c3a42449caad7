import type { ReportChange } from '../admin-log/admin-log.service';
import { type Person, users } from '../auth/auth.repository';
import { clock } from '../core/clock';
import { NotFound } from '../core/errors';
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
 * Approves or rejects a driver, whatever the current status. Repeating a decision has no further effect. Throws 404
 * without a profile.
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
  domainEvents.emit('driver.decided', { profile: after });
  await driverReconciler.reconcile(after._id);
  return after;
}
