import { rooms } from '@boli/shared/realtime/rooms';
import { atMostEvery } from '../realtime/at-most';
import type { CommandHandler } from '../realtime/commands';
import { inOrderOf } from '../realtime/in-order';
import { hasListeners, pushEach } from '../realtime/push';
import { watch } from '../realtime/watches';
import { presentChanges, presentLive } from './live.presenter';
import * as live from './live.service';

const PUSH_EVERY_MS = 1_000;

/** The ids that have changed since the last push to the board. */
let touched = { rides: new Set<string>(), bookings: new Set<string>(), drivers: new Set<string>() };

const pushSoon = atMostEvery(PUSH_EVERY_MS, pushChanges);

/** Pushes the rows with these ids to the live board, at most once a second. */
export function updateLiveBoard(changed: Partial<Record<keyof typeof touched, string>>): void {
  // While nobody watches the board, no changes are stored: an admin who opens it joins the room before the first read.
  if (!hasListeners(rooms.liveAdmins)) return;
  if (changed.rides) touched.rides.add(changed.rides);
  if (changed.bookings) touched.bookings.add(changed.bookings);
  if (changed.drivers) touched.drivers.add(changed.drivers);
  pushSoon();
}

/** Handles `admin:watch`: answers with the live board and subscribes to its changes. Throws 429 beyond 50 watches. */
export const watchLiveBoard: CommandHandler<'admin:watch'> = ({ actor, socket }) =>
  inOrderOf(socket, rooms.liveAdmins, () =>
    watch(socket, {
      room: rooms.liveAdmins,
      authorise: async () => undefined,
      read: async () => {
        const reader = { ...actor, language: socket.data.language };
        return { live: presentLive(await live.readBoard(), await live.countLive(), reader) };
      },
    }),
  );

/** Handles `admin:unwatch`. */
export const unwatchLiveBoard: CommandHandler<'admin:unwatch'> = ({ socket }) =>
  inOrderOf(socket, rooms.liveAdmins, async () => {
    await socket.leave(rooms.liveAdmins);
    return {};
  });

async function pushChanges(due: () => Promise<void>): Promise<void> {
  const changed = touched;
  touched = { rides: new Set(), bookings: new Set(), drivers: new Set() };
  if (!hasListeners(rooms.liveAdmins)) return;
  try {
    const [changes, counts] = [await live.readChanges(changed), await live.countLive()];
    await due();
    pushEach([rooms.liveAdmins], 'live:updated', (receiver) =>
      presentChanges(changes, counts, { ...receiver, role: 'admin' }),
    );
  } catch (error) {
    for (const kind of ['rides', 'bookings', 'drivers'] as const) {
      for (const id of changed[kind]) touched[kind].add(id);
    }
    throw error;
  }
}
