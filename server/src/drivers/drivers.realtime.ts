import { rooms } from '@boli/shared/realtime/rooms';
import { facts } from '../core/facts';
import { command } from '../realtime/commands';
import { inOrder } from '../realtime/in-order';
import { isOnline, onlineDrivers } from '../realtime/presence';
import { push } from '../realtime/push';
import './drivers.facts';
import type { DriverProfileDocument } from './drivers.model';
import { presentDriverStatus, presentProfile } from './drivers.presenter';
import { profiles } from './drivers.repository';
import * as drivers from './drivers.service';
import { providePresence } from './presence';

/** Tells a driver of its own profile and presence, customers who watch it of the latter, and turns the online switch by socket. */
export function driverRealtime(): void {
  providePresence(isOnline, onlineDrivers);
  facts.on('driver.changed', ({ profile }) => inOrder(profile.user_id, async () => tellDriver(profile)));
  facts.on('driver.presence', ({ driverId }) =>
    inOrder(driverId, async () => {
      const profile = await profiles.byUser(driverId);
      if (profile) tellDriver(profile);
    }),
  );
  command('driver:availability', async ({ actor, payload }) => {
    const profile = await drivers.setAvailability(actor, payload);
    return { is_available: profile.online_switch };
  });
}

function tellDriver(profile: DriverProfileDocument): void {
  push([rooms.user(profile.user_id)], 'driver:updated', { profile: presentProfile(profile) });
  push([rooms.driver(profile.user_id)], 'driver:updated', presentDriverStatus(profile));
}
