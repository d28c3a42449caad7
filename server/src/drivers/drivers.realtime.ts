import { rooms } from '@boli/shared/realtime/rooms';
import { facts } from '../core/facts';
import { command } from '../realtime/commands';
import { inOrder } from '../realtime/in-order';
import { isOnline, onlineDrivers } from '../realtime/presence';
import { hasListeners, push } from '../realtime/push';
import './drivers.facts';
import type { DriverProfileDocument } from './drivers.model';
import { presentDriverStatus, presentProfile } from './drivers.presenter';
import { profiles } from './drivers.repository';
import * as drivers from './drivers.service';
import { providePresence } from './presence';

/** Tells a driver of its own profile and presence, customers who watch it of the latter, and turns the online switch by socket. */
export function driverRealtime(): void {
  providePresence(isOnline, onlineDrivers);
  facts.on('driver.changed', ({ profile }) => tellSoon(profile.user_id));
  facts.on('driver.presence', ({ driverId }) => tellSoon(driverId));
  command('driver:availability', async ({ actor, payload }) => {
    const profile = await drivers.setAvailability(actor, payload);
    return { is_available: profile.online_switch };
  });
}

/** Reads the driver afresh: two writes at once may come back in the other order, and the switch raises no version. */
function tellSoon(driverId: string): Promise<void> {
  return inOrder(driverId, async () => {
    if (!hasListeners(rooms.user(driverId), rooms.driver(driverId))) return;
    const profile = await profiles.byUser(driverId);
    if (profile) tellDriver(profile);
  });
}

function tellDriver(profile: DriverProfileDocument): void {
  push([rooms.user(profile.user_id)], 'driver:updated', { profile: presentProfile(profile) });
  push([rooms.driver(profile.user_id)], 'driver:updated', presentDriverStatus(profile));
}
