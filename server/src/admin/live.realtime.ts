import { rooms } from '@boli/shared/realtime/rooms';
import '../bookings/bookings.facts';
import { facts } from '../core/facts';
import '../drivers/drivers.facts';
import { atMostEvery } from '../realtime/at-most';
import { command } from '../realtime/commands';
import { inOrderOf } from '../realtime/in-order';
import { hasListeners, pushEach } from '../realtime/push';
import { watch } from '../realtime/watches';
import { presentChanges, presentLive } from './live.presenter';
import * as live from './live.service';

const TELL_EVERY_MS = 1_000;

/** What happened since the board was last told of. */
let touched = { rides: new Set<string>(), bookings: new Set<string>(), drivers: new Set<string>() };

/** The live board: a snapshot for whoever watches it, then what changed, at most once a second. */
export function liveRealtime(): void {
  const tellSoon = atMostEvery(TELL_EVERY_MS, tellChanges);
  const touch = (what: Partial<Record<keyof typeof touched, string>>) => {
    // Whoever comes later joins first and reads then: nothing has to be kept for them.
    if (!hasListeners(rooms.liveAdmins)) return;
    if (what.rides) touched.rides.add(what.rides);
    if (what.bookings) touched.bookings.add(what.bookings);
    if (what.drivers) touched.drivers.add(what.drivers);
    tellSoon();
  };
  facts.on('ride.changed', ({ ride }) => touch({ rides: ride._id }));
  facts.on('booking.changed', ({ booking }) => touch({ bookings: booking._id, drivers: booking.driver_id }));
  facts.on('driver.changed', ({ profile }) => touch({ drivers: profile.user_id }));
  facts.on('driver.presence', ({ driverId }) => touch({ drivers: driverId }));
  command('admin:watch', ({ actor, socket }) =>
    inOrderOf(socket, rooms.liveAdmins, () =>
      watch(socket, {
        room: rooms.liveAdmins,
        authorise: async () => undefined,
        read: async () => ({ live: presentLive(await live.readBoard(), await live.countLive(), actor.id) }),
      }),
    ),
  );
  command('admin:unwatch', ({ socket }) =>
    inOrderOf(socket, rooms.liveAdmins, async () => {
      await socket.leave(rooms.liveAdmins);
      return {};
    }),
  );
}

async function tellChanges(due: () => Promise<void>): Promise<void> {
  const changed = touched;
  touched = { rides: new Set(), bookings: new Set(), drivers: new Set() };
  if (!hasListeners(rooms.liveAdmins)) return;
  try {
    const [changes, counts] = [await live.readChanges(changed), await live.countLive()];
    await due();
    pushEach([rooms.liveAdmins], 'live:updated', (viewerId) => presentChanges(changes, counts, viewerId));
  } catch (error) {
    for (const kind of ['rides', 'bookings', 'drivers'] as const) {
      for (const id of changed[kind]) touched[kind].add(id);
    }
    throw error;
  }
}
