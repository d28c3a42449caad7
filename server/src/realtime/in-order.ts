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
