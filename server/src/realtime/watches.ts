import { MAX_FAVORITES, MAX_WATCHES } from '@boli/shared/core/constants';
import { rooms } from '@boli/shared/realtime/rooms';
import { AppError } from '../core/errors';
import { beginJoining, outdateJoining } from './joining';
import type { HubSocket } from './push';

/** The parts of a socket that a watch needs. */
export type Watcher = Pick<HubSocket, 'rooms' | 'join' | 'leave' | 'connected' | 'data'>;

/** A watch: its rooms, the rule for access, and the snapshot. */
export interface Watch<T, Subject = unknown> {
  readonly room: string | readonly string[];
  /**
   * Reads the subject with the access rules of the REST API, and rejects if the caller may not read it. Runs before
   * joining, so that a refused caller is sent no event.
   */
  readonly authorise: () => Promise<Subject>;
  /** Makes the snapshot for the acknowledgement; reads what the snapshot shows besides the subject. */
  readonly read: (subject: Subject) => Promise<T>;
  /** Whether events can still come; a socket does not stay in the room of a subject that has ended. */
  readonly goesOn?: (read: T) => boolean;
}

/**
 * Checks the permission and reads the subject, joins the rooms, and then makes the snapshot, so that no event after the
 * snapshot is missed. The subject is read again only if an event was sent to the rooms, or the permission changed, before
 * the socket was in them. After a failure the socket is only in the rooms that it was in before; after a refusal (403 or
 * 404) it is in no room of this watch. Throws 429 beyond 50 watches of a socket.
 */
export async function watch<T, Subject>(
  socket: Watcher,
  { room, authorise, read, goesOn }: Watch<T, Subject>,
): Promise<T> {
  const names = [room].flat();
  const fresh = names.filter((name) => !socket.rooms.has(name));
  checkWatches(socket, fresh);
  const { subject, isOutdated } = await join(socket, fresh, authorise);
  try {
    const answer = await read(isOutdated ? await authorise() : subject);
    if (goesOn && !goesOn(answer)) await leave(socket, names);
    return answer;
  } catch (error) {
    await leave(socket, isRefusal(error) ? names : fresh);
    throw error;
  }
}

/** Reads the subject and joins the rooms; `isOutdated` if the subject may have changed in between. */
async function join<Subject>(socket: Watcher, fresh: string[], authorise: () => Promise<Subject>) {
  const joining = beginJoining(socket, fresh);
  try {
    const subject = await authorise();
    // A socket that disconnected meanwhile would stay in the room for ever.
    if (socket.connected) {
      checkWatches(socket, fresh);
      await socket.join(fresh);
    }
    return { subject, isOutdated: joining.isOutdated };
  } finally {
    joining.end();
  }
}

/** The areas that sockets have requested but may not receive at the moment. */
const parked = new WeakMap<Watcher, readonly string[]>();

/**
 * Watches the open requests of an area in place of the previous one. The area of a refused socket (403) is kept for
 * `restoreAreas`, and the socket receives nothing. Throws 403 for a refused socket, 429 beyond 50 watches.
 */
export async function watchArea<T, Subject>(
  socket: Watcher,
  area: readonly string[],
  by: Omit<Watch<T, Subject>, 'room'>,
): Promise<T> {
  const before = parked.get(socket);
  try {
    const answer = await watch(socket, { ...by, room: area });
    const now = parked.get(socket);
    // Parked while the snapshot was read: this area is restored later, not the previous one.
    if (now !== undefined && now !== before) parked.set(socket, area);
    else await leaveAreas(socket, area);
    return answer;
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 403) throw error;
    await leaveAreas(socket);
    parked.set(socket, area);
    // If the area was allowed again after the check but before it was kept, nothing would restore it later, so it is
    // watched again.
    if (!(await isAllowed(by.authorise))) throw error;
    return watchArea(socket, area, by);
  }
}

function isAllowed(authorise: () => Promise<unknown>): Promise<boolean> {
  return authorise().then(
    () => true,
    () => false,
  );
}

/** Whether this socket has requested an area that it may not receive at the moment. */
export const isParked = (socket: Watcher): boolean => parked.has(socket);

/** Permanently removes a socket from the open requests of every area but this one. */
export async function leaveAreas(socket: Watcher, except: readonly string[] = []): Promise<void> {
  parked.delete(socket);
  await leave(
    socket,
    areasOf(socket).filter((name) => !except.includes(name)),
  );
}

/** Removes a socket from the open requests until `restoreAreas`. */
export async function parkAreas(socket: Watcher): Promise<void> {
  outdateJoining([socket]);
  const areas = areasOf(socket);
  if (areas.length === 0) return;
  parked.set(socket, areas);
  await leave(socket, areas);
}

/** Restores the area that a socket lost or was refused; returns false if no area is kept for it. */
export async function restoreAreas(socket: Watcher): Promise<boolean> {
  const areas = parked.get(socket);
  if (!areas) return false;
  parked.delete(socket);
  if (socket.connected) await socket.join([...areas]);
  return true;
}

const areasOf = (socket: Watcher) => [...socket.rooms].filter(isArea);

const CELL = rooms.cell('');
const DRIVER = rooms.driver('');
const isDriver = (room: string) => room.startsWith(DRIVER);
const isArea = (room: string) => room === rooms.rides || room.startsWith(CELL);

/**
 * Counts the watches of a socket: all rooms except its own, its user's and the admins'. All cells of an area are one
 * watch, drivers are counted separately. Throws 429 beyond the maximum of either.
 */
function checkWatches(socket: Watcher, joining: readonly string[]): void {
  const added = joining.filter((name) => !socket.rooms.has(name));
  if (added.length === 0) return;
  const all = [...socket.rooms, ...added];
  const own = socket.data.role === 'admin' ? 3 : 2;
  const areas = all.filter(isArea).length;
  const drivers = all.filter(isDriver).length;
  if (drivers > MAX_FAVORITES || all.length - drivers - own - Math.max(0, areas - 1) > MAX_WATCHES)
    throw new AppError(429, 'realtime.too_many_watches', { params: { max: MAX_WATCHES } });
}

async function leave(socket: Watcher, names: readonly string[]): Promise<void> {
  for (const name of names) await socket.leave(name);
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.status === 403 || error.status === 404);
}
