import { rooms } from '@boli/shared/realtime/rooms';
import { presentDriverStatus } from '../drivers/drivers.presenter';
import { command } from '../realtime/commands';
import { inOrderOf } from '../realtime/in-order';
import { watch } from '../realtime/watches';
import * as favorites from './favorites.service';

/** Lets a customer see its favorites, and those who quote to it, come and go. What happens is told by the drivers. */
export function favoriteRealtime(): void {
  command('drivers:watch', ({ actor, payload, socket }) => {
    const ids = [...new Set(payload.driver_ids)];
    return inOrderOf(socket, 'drivers', () =>
      watch(socket, {
        room: ids.map(rooms.driver),
        authorise: () => favorites.checkMayWatch(actor, ids),
        read: async () => ({ drivers: (await favorites.watched(ids)).map(presentDriverStatus) }),
      }),
    );
  });
  command('drivers:unwatch', ({ payload, socket }) =>
    inOrderOf(socket, 'drivers', async () => {
      for (const id of payload.driver_ids) await socket.leave(rooms.driver(id));
      return {};
    }),
  );
}
