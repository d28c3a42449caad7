import { logger } from '../core/logger';

const tails = new Map<string, Promise<void>>();

/**
 * Runs the tellings of one subject (a ride request, a booking) one after the other, in the order in which they were
 * asked for, although presenting them waits for the database. A telling that fails is logged and does not stop the next.
 */
export function inOrder(subject: string, tell: () => Promise<void>): Promise<void> {
  const before = tails.get(subject) ?? Promise.resolve();
  const turn = before.then(tell).catch((error: unknown) => {
    logger.error({ err: error, subject }, 'an event could not be told');
  });
  tails.set(subject, turn);
  return turn.then(() => {
    if (tails.get(subject) === turn) tails.delete(subject);
  });
}

const MAX_SUBJECTS = 10_000;
const told = new Map<string, number>();

/**
 * Whether this version of a subject is still worth telling: not when a higher one has been told already (two writes may
 * be told in the other order). The same version may be told again. Remembers the latest 10,000 subjects.
 */
export function isStillNews(subject: string, version: number): boolean {
  const before = told.get(subject) ?? 0;
  told.delete(subject);
  told.set(subject, Math.max(before, version));
  const oldest = told.size > MAX_SUBJECTS ? told.keys().next() : null;
  if (oldest && !oldest.done) told.delete(oldest.value);
  return version >= before;
}
