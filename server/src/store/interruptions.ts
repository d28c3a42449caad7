import type { mongo } from 'mongoose';
import { logger } from '../core/logger';
import { domainEvents } from '../domain-events';

/** No failure for this long, while the database answers: the writes of broken connections have landed by then. */
const QUIET_MS = 1_000;

let reasons = new Set<string>();
let lastAt = 0;

/** Notes that the database was away: to be followed by `database.restored`. */
export function reportInterruption(reason: string): void {
  if (reasons.size === 0) logger.warn({ reason }, 'the database was interrupted');
  note(reason);
}

/** Notes that an event was not emitted, and why: `database.restored` makes up for it as for an interruption. */
export function reportDroppedEvent(reason: string): void {
  if (!reasons.has(reason)) logger.warn({ reason }, 'events were dropped');
  note(reason);
}

function note(reason: string): void {
  reasons.add(reason);
  lastAt = performance.now();
}

/** To be called whenever the database has answered: ends an interruption that has been quiet for a second. */
export function reportAnswer(): void {
  if (reasons.size === 0 || performance.now() - lastAt < QUIET_MS) return;
  const ended = [...reasons];
  reasons = new Set();
  domainEvents.emit('database.restored', { reasons: ended });
}

/** What is read and written goes to servers of these kinds. */
const WRITABLE: readonly string[] = ['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer'];

/**
 * Notes what the driver notices by itself: a server that was lost (a broken connection, a failed heartbeat, a primary that
 * stepped down) and connections that were given up with operations on them.
 */
export function watchDriver(client: mongo.MongoClient): void {
  client.on('serverDescriptionChanged', ({ previousDescription, newDescription }) => {
    if (WRITABLE.includes(previousDescription.type) && !WRITABLE.includes(newDescription.type))
      reportInterruption('server lost');
  });
  client.on('connectionPoolCleared', () => reportInterruption('connections lost'));
  client.on('connectionClosed', ({ reason }) => {
    if (reason === 'error') reportInterruption('connection lost');
  });
}
