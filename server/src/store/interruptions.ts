import type { mongo } from 'mongoose';
import { logger } from '../core/logger';
import { domainEvents } from '../domain-events';

/** A write may be executed after its connection has broken, but no longer after this time (ms) without failures. */
const QUIET_MS = 1_000;

let reasons = new Set<string>();
let lastAt = 0;

/** Records that the database was unavailable: `database.restored` follows. */
export function reportInterruption(reason: string): void {
  if (reasons.size === 0) logger.warn({ reason }, 'the database was interrupted');
  record(reason);
}

/** Records that an event was not emitted, and why: `database.restored` follows, as after an interruption. */
export function reportDroppedEvent(reason: string): void {
  if (!reasons.has(reason)) logger.warn({ reason }, 'events were dropped');
  record(reason);
}

function record(reason: string): void {
  reasons.add(reason);
  lastAt = performance.now();
}

/** Called whenever the database has answered: ends an interruption after a second without failures. */
export function reportAnswer(): void {
  if (reasons.size === 0 || performance.now() - lastAt < QUIET_MS) return;
  const ended = [...reasons];
  reasons = new Set();
  domainEvents.emit('database.restored', { reasons: ended });
}

/** The kinds of database servers that the MongoDB driver reads from and writes to. */
const WRITABLE: readonly string[] = ['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer'];

/**
 * Reports the interruptions that the MongoDB driver detects: a lost server (a broken connection, a failed heartbeat, a
 * primary that stepped down) and connections that were closed with operations on them.
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
