import { MAX_WATCHES } from '@boli/shared/core/constants';
import { AppError } from '../core/errors';
import type { HubSocket } from './push';

/** What of a socket a watch needs. */
export type Watcher = Pick<HubSocket, 'rooms' | 'join' | 'leave' | 'connected' | 'data'>;

/** A watch: the room, the rule that lets one in, and the snapshot. */
export interface Watch<T> {
  readonly room: string;
  /** Rejects where the caller may not read this; before joining, so that not even one event slips out. */
  readonly authorise: () => Promise<unknown>;
  /** Reads what the acknowledgement carries; again by the rules of REST. */
  readonly read: () => Promise<T>;
  /** Whether events can still come; a socket does not stay in the room of something that has ended. */
  readonly goesOn?: (read: T) => boolean;
}

/**
 * Joins first, reads then, answers last: an event between reading and joining cannot be missed. What fails leaves no
 * socket in a room that it was not in before. Throws 429 beyond 50 rooms a socket.
 */
export async function watch<T>(socket: Watcher, { room, authorise, read, goesOn }: Watch<T>): Promise<T> {
  const before = socket.rooms.has(room);
  if (!before) checkWatches(socket);
  await authorise();
  // A socket that went meanwhile would stay in the room for ever.
  if (socket.connected) {
    checkWatches(socket, room);
    await socket.join(room);
  }
  try {
    const answer = await read();
    if (goesOn && !goesOn(answer)) await socket.leave(room);
    return answer;
  } catch (error) {
    if (!before || isRefusal(error)) await socket.leave(room);
    throw error;
  }
}

/** Everything but a socket's own room, its user's and the admins' has been asked for. */
function checkWatches(socket: Watcher, joining?: string): void {
  if (joining !== undefined && socket.rooms.has(joining)) return;
  const own = socket.data.role === 'admin' ? 3 : 2;
  if (socket.rooms.size - own >= MAX_WATCHES)
    throw new AppError(429, 'realtime.too_many_watches', { params: { max: MAX_WATCHES } });
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && (error.status === 403 || error.status === 404);
}
