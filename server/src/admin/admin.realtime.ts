import { rooms } from '@boli/shared/realtime/rooms';
import { users } from '../auth/auth.repository';
import { facts } from '../core/facts';
import '../drivers/drivers.facts';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { presentVerificationItem } from '../drivers/drivers.presenter';
import { profiles } from '../drivers/drivers.repository';
import { inOrder } from '../realtime/in-order';
import { hasListeners, push } from '../realtime/push';

/** Tells admins of drivers' documents: a new profile, an edit, a decision. */
export function adminRealtime(): void {
  facts.on('driver.changed', ({ profile }) => inOrder(`verification:${profile.user_id}`, () => tell(profile)));
}

async function tell(profile: DriverProfileDocument): Promise<void> {
  // Two queries a change are for admins who are there; whoever comes later reads the list.
  if (!hasListeners(rooms.admins)) return;
  const [people, shared] = await Promise.all([
    users.people([profile.user_id]),
    profiles.sharedLicenses([profile.license_key]),
  ]);
  const person = people.get(profile.user_id);
  const item = presentVerificationItem(profile, { person, sharedLicense: shared.has(profile.license_key) });
  push([rooms.admins], 'verification:updated', { item });
}
