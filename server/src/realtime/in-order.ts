import { logger } from '../core/logger';
import { Queues } from '../core/queues';
import type { HubSocket } from './push';

const tellings = new Queues();

/**
 * Runs the tellings of one subject (a ride request, a booking) one after the other, in the order in which they were
 * asked for, although presenting them waits for the database. A telling that fails is logged and does not stop the next.
 */
export async function inOrder(subject: string, tell: () => Promise<void>): Promise<void> {
  try {
    await tellings.run(subject, tell);
  } catch (error) {
    logger.error({ err: error, subject }, 'an event could not be told');
  }
}

const commands = new WeakMap<HubSocket, Queues>();

/**
 * Runs what a socket asks about one subject one after the other: who leaves while a watch is still being checked does not
 * stay in its room, and of two areas the later one holds.
 */
export function inOrderOf<T>(socket: HubSocket, subject: string, run: () => Promise<T>): Promise<T> {
  const ofSocket = commands.get(socket) ?? new Queues();
  commands.set(socket, ofSocket);
  return ofSocket.run(subject, run);
}

const MAX_SUBJECTS = 10_000;
const told = new Map<string, number>();

/**
 * Whether this version of a subject is still worth telling: not when a higher one has been told already (two writes may
 * be told in the other order). The same version may be told again. Remembers the latest 10,000 subjects.
 */
export function isStillNews(subject: string, version: number): boolean {
  return version >= lastTold(subject, version);
}

/** Like `isStillNews`, for what is told only when its version has risen: the same version is no news. */
export function isNewer(subject: string, version: number): boolean {
  return version > lastTold(subject, version);
}

function lastTold(subject: string, version: number): number {
  const before = told.get(subject) ?? 0;
  told.delete(subject);
  told.set(subject, Math.max(before, version));
  const oldest = told.size > MAX_SUBJECTS ? told.keys().next() : null;
  if (oldest && !oldest.done) told.delete(oldest.value);
  return before;
}
