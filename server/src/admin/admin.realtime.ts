import { rooms } from '@boli/shared/realtime/rooms';
import { users } from '../auth/auth.repository';
import '../bookings/bookings.facts';
import { facts } from '../core/facts';
import '../drivers/drivers.facts';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { presentVerificationItem } from '../drivers/drivers.presenter';
import { profiles } from '../drivers/drivers.repository';
import { presentStats } from '../ledger/ledger.presenter';
import { stats } from '../ledger/ledger.service';
import { atMostEvery } from '../realtime/at-most';
import { inOrder, isNewer } from '../realtime/in-order';
import { hasListeners, push, pushEach } from '../realtime/push';
import '../settlements/settlements.followers';

const STATS_EVERY_MS = 1_000;

/** Tells admins of drivers' documents (a new profile, an edit, a decision) and of the platform's figures. */
export function adminRealtime(): void {
  facts.on('driver.changed', ({ profile }) => {
    const subject = `verification:${profile.user_id}`;
    // A place or a rating raises no version: it is no change of the papers.
    if (isNewer(subject, profile.version)) return inOrder(subject, () => tell(profile));
  });
  const tellStatsSoon = atMostEvery(STATS_EVERY_MS, tellStats);
  facts.on('settlement.changed', tellStatsSoon);
  facts.on('booking.changed', ({ booking }) => {
    if (booking.status === 'completed') tellStatsSoon();
  });
}

async function tell(profile: DriverProfileDocument): Promise<void> {
  // Two queries a change are for admins who are there; whoever comes later reads the list.
  if (!hasListeners(rooms.admins)) return;
  const [people, shared] = await Promise.all([
    users.people([profile.user_id]),
    profiles.sharedLicenses([profile.license_key]),
  ]);
  const person = people.get(profile.user_id);
  const sharedLicense = shared.has(profile.license_key);
  pushEach([rooms.admins], 'verification:updated', (viewerId) => ({
    item: presentVerificationItem(profile, { person, sharedLicense, viewerId }),
  }));
}

async function tellStats(): Promise<void> {
  if (!hasListeners(rooms.admins)) return;
  push([rooms.admins], 'stats:updated', { stats: presentStats(await stats()) });
}
