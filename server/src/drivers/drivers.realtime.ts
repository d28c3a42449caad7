import { rooms } from '@boli/shared/realtime/rooms';
import { facts } from '../core/facts';
import { command } from '../realtime/commands';
import { inOrder } from '../realtime/in-order';
import { isOnline, onlineDrivers } from '../realtime/presence';
import { hasListeners, push, socketsIn } from '../realtime/push';
import { isParked, parkAreas, restoreAreas } from '../realtime/watches';
import './drivers.facts';
import type { DriverProfileDocument } from './drivers.model';
import { mayOffer } from './drivers.policy';
import { presentDriverStatus, presentProfile } from './drivers.presenter';
import { profiles } from './drivers.repository';
import * as drivers from './drivers.service';
import { providePresence } from './presence';

/** Tells a driver of its own profile and presence, customers who watch it of the latter, and turns the online switch by socket. */
export function driverRealtime(): void {
  providePresence(isOnline, onlineDrivers);
  facts.on('driver.changed', ({ profile }) => tellSoon(profile.user_id));
  facts.on('driver.decided', ({ profile }) => setAreas(profile));
  facts.on('driver.changed', ({ profile }) => setAreas(profile));
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
  push([rooms.user(profile.user_id)], 'driver:updated', { profile: presentProfile(profile, profile.user_id) });
  push([rooms.driver(profile.user_id)], 'driver:updated', presentDriverStatus(profile));
}

/**
 * Takes a driver who may not look at requests out of their rooms at once; whoever may look again gets back what it had
 * asked for, and takes a fresh snapshot for what it missed. The profile is read afresh before anything is given back.
 */
async function setAreas(changed: DriverProfileDocument): Promise<void> {
  const room = rooms.user(changed.user_id);
  if (!mayOffer(changed)) await Promise.all(socketsIn(room).map(parkAreas));
  if (!socketsIn(room).some(isParked)) return;
  await inOrder(`areas ${changed.user_id}`, async () => {
    const isAllowed = mayOffer(await profiles.byUser(changed.user_id));
    for (const socket of socketsIn(room)) {
      if (!isAllowed) await parkAreas(socket);
      else if (await restoreAreas(socket)) socket.emit('sync:required', {});
    }
  });
}
