import { rooms } from '@boli/shared/realtime/rooms';
import { presentDriverStatus } from '../drivers/drivers.presenter';
import type { CommandHandler } from '../realtime/commands';
import { inOrderOf } from '../realtime/in-order';
import { watch } from '../realtime/watches';
import * as favorites from './favorites.service';

/**
 * Handles `drivers:watch`: answers with the status of favorites and of drivers who quote to the caller, and subscribes
 * the caller to changes of the status. Throws 404 for any other driver, 429 beyond 50 watched drivers.
 */
export const watchDrivers: CommandHandler<'drivers:watch'> = ({ actor, payload, socket }) => {
  const ids = [...new Set(payload.driver_ids)];
  return inOrderOf(socket, 'drivers', () =>
    watch(socket, {
      room: ids.map(rooms.driver),
      authorise: () => favorites.checkMayWatch(actor, ids),
      read: async () => ({ drivers: (await favorites.watched(ids)).map(presentDriverStatus) }),
    }),
  );
};

/** Handles `drivers:unwatch`. */
export const unwatchDrivers: CommandHandler<'drivers:unwatch'> = ({ payload, socket }) =>
  inOrderOf(socket, 'drivers', async () => {
    for (const id of payload.driver_ids) await socket.leave(rooms.driver(id));
    return {};
  });
