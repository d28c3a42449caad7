import { rooms } from '@boli/shared/realtime/rooms';
import { users } from '../auth/auth.repository';
import type { DomainEvents } from '../domain-events';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { presentVerificationItem } from '../drivers/drivers.presenter';
import { profiles } from '../drivers/drivers.repository';
import { presentStats } from '../ledger/figures.presenter';
import { stats } from '../ledger/ledger.service';
import { atMostEvery } from '../realtime/at-most';
import { inOrder, isNewer } from '../realtime/in-order';
import { hasListeners, push, pushEach } from '../realtime/push';

const STATS_EVERY_MS = 1_000;

/** Pushes a driver's documents to the admins after a new profile, an edit or a decision. */
export async function pushVerification({ profile }: DomainEvents['driver.changed']): Promise<void> {
  const subject = `verification:${profile.user_id}`;
  // A new position or rating does not raise the profile's version, and is not pushed.
  if (!isNewer(subject, profile.version)) return;
  await inOrder(subject, () => pushItem(profile), { to: () => [rooms.admins] });
}

/** Pushes the platform's statistics to the admins, at most once a second. */
export const pushFigures = atMostEvery(STATS_EVERY_MS, pushStats);

/** Pushes the platform's statistics after a ride was completed. */
export function pushFiguresOfRide({ booking }: DomainEvents['booking.changed']): void {
  if (booking.status === 'completed') pushFigures();
}

async function pushItem(profile: DriverProfileDocument): Promise<void> {
  // Two queries for each change are worth it only while admins are connected; an admin who connects later reads the
  // list.
  if (!hasListeners(rooms.admins)) return;
  const [people, shared] = await Promise.all([
    users.people([profile.user_id]),
    profiles.sharedLicenses([profile.license_key]),
  ]);
  const person = people.get(profile.user_id);
  const sharedLicense = shared.has(profile.license_key);
  pushEach([rooms.admins], 'verification:updated', ({ id: viewerId }) => ({
    item: presentVerificationItem(profile, { person, sharedLicense, viewerId }),
  }));
}

async function pushStats(): Promise<void> {
  if (!hasListeners(rooms.admins)) return;
  push([rooms.admins], 'stats:updated', { stats: presentStats(await stats()) });
}
