import { rooms } from '@boli/shared/realtime/rooms';
import type { DomainEvents } from '../domain-events';
import type { CommandHandler } from '../realtime/commands';
import { inOrder, inOrderOf } from '../realtime/in-order';
import { hasListeners, push, socketsIn } from '../realtime/push';
import { isParked, parkAreas, restoreAreas } from '../realtime/watches';
import type { DriverProfileDocument } from './drivers.model';
import { mayOffer } from './drivers.policy';
import { presentDriverStatus, presentProfile } from './drivers.presenter';
import { profiles } from './drivers.repository';
import * as drivers from './drivers.service';

/**
 * Handles `driver:availability`: sets the online switch. The commands of one socket take effect in their order. Throws
 * 403 for a driver who has to rest, 404 without a profile.
 */
export const setAvailability: CommandHandler<'driver:availability'> = async ({ actor, payload, socket }) => {
  const profile = await inOrderOf(socket, 'availability', () => drivers.setAvailability(actor, payload));
  return { is_available: profile.online_switch };
};

/**
 * Pushes a driver's profile to the driver, and the status to the customers who watch the driver. Reads the profile
 * again, because two concurrent writes may be emitted in reverse order, and the version does not show which is newer:
 * a change of the online switch does not raise it.
 */
export function pushDriver(driverId: string): Promise<void> {
  return inOrder(driverId, () => pushStored(driverId), {
    says: 'driver',
    to: () => [rooms.user(driverId), rooms.driver(driverId)],
  });
}

async function pushStored(driverId: string): Promise<void> {
  if (!hasListeners(rooms.user(driverId), rooms.driver(driverId))) return;
  const profile = await profiles.byUser(driverId);
  if (profile) pushProfile(profile);
}

function pushProfile(profile: DriverProfileDocument): void {
  push([rooms.user(profile.user_id)], 'driver:updated', { profile: presentProfile(profile, profile.user_id) });
  push([rooms.driver(profile.user_id)], 'driver:updated', presentDriverStatus(profile));
}

/**
 * If a driver may no longer see open ride requests, removes the driver immediately from the rooms of the watched areas.
 * A driver who may see them again rejoins those rooms, and the client is asked to read a fresh snapshot, because pushes
 * were missed. The profile is read again before anything is restored.
 */
export async function setAreas({ profile: changed }: DomainEvents['driver.changed']): Promise<void> {
  const room = rooms.user(changed.user_id);
  if (!mayOffer(changed)) await Promise.all(socketsIn(room).map(parkAreas));
  if (!socketsIn(room).some(isParked)) return;
  const follow = async () => {
    const isAllowed = mayOffer(await profiles.byUser(changed.user_id));
    for (const socket of socketsIn(room)) {
      if (!isAllowed) await parkAreas(socket);
      else if (await restoreAreas(socket)) socket.emit('sync:required', {});
    }
  };
  await inOrder(`areas ${changed.user_id}`, follow, { says: 'areas', to: () => [room] });
}
