import { isDatabaseAway } from '../core/failure';
import { LastVersions } from '../core/last-versions';
import { logger } from '../core/logger';
import { Queues } from '../core/queues';
import { reportDroppedEvent } from '../store/interruptions';
import type { HubSocket } from './push';
import { requireSyncIn } from './sync';

const events = new Queues();

/** The maximum number of events that wait for one subject, and in all; further ones are dropped. */
const MAX_WAITING = 100;
const MAX_WAITING_IN_ALL = 10_000;
/** An event whose presentation fails for this long is dropped. */
const RETRY_FOR_MS = 60_000;
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** An event that waits for its turn. */
interface Place {
  emit: () => Promise<void>;
  done: Promise<void>;
}

/** The events of one subject that have not been emitted yet. */
interface Line {
  length: number;
  /** The events whose turn has not come, by their `says`. */
  readonly waiting: Map<string, Place>;
}

/** What is known of an event before it is presented. */
interface Outline {
  /** Its name with every id and version that it shows. */
  readonly says?: string;
  /** The rooms that it may be pushed to. */
  readonly to?: () => readonly string[];
}

const lines = new Map<string, Line>();
let waitingInAll = 0;
/** The number of events that wait for the database to be back. */
let retrying = 0;
let warnedAt = Number.NEGATIVE_INFINITY;

/**
 * Emits the events of one subject (a ride request, a booking) one after the other, in the order of the calls, although
 * presenting them waits for the database. An event that cannot be presented because the database is away is retried,
 * and the later ones wait for it. Never rejects.
 *
 * After a dropped event `sync:required` asks every client to read fresh snapshots. If the event was dropped because too
 * many wait, only the sockets in the rooms `to` are asked where that is possible, because the event concerns nobody else.
 *
 * While an event that `says` the same waits for its turn, a repeat takes over its place: however often a call is
 * repeated, at most two of its events are queued or being presented.
 */
export async function inOrder(subject: string, emit: () => Promise<void>, { says, to }: Outline = {}): Promise<void> {
  const line = lines.get(subject) ?? { length: 0, waiting: new Map<string, Place>() };
  const repeated = says === undefined ? undefined : line.waiting.get(says);
  if (repeated) {
    repeated.emit = emit;
    return repeated.done;
  }
  if (line.length >= MAX_WAITING || waitingInAll >= MAX_WAITING_IN_ALL) {
    drop(subject, to);
    return;
  }
  lines.set(subject, line);
  const place: Place = { emit, done: Promise.resolve() };
  if (says !== undefined) line.waiting.set(says, place);
  place.done = emitInTurn(subject, line, () => {
    if (says !== undefined) line.waiting.delete(says);
    return place.emit;
  });
  await place.done;
}

/**
 * Asks the receivers to read fresh snapshots. If they are unknown or no snapshot can be read now, everybody is asked
 * later.
 */
function drop(subject: string, to: Outline['to']): void {
  if (!to || retrying > 0) {
    reportDroppedEvent('too many events wait');
    return;
  }
  requireSyncIn(to());
  const at = performance.now();
  if (at - warnedAt < WARN_EVERY_MS) return;
  warnedAt = at;
  logger.warn({ subject }, 'too many events wait');
}

async function emitInTurn(subject: string, line: Line, begin: () => Place['emit']): Promise<void> {
  line.length += 1;
  waitingInAll += 1;
  try {
    await events.run(subject, () => persist(begin()));
  } catch (error) {
    reportDroppedEvent(isDatabaseAway(error) ? 'the database was away for too long' : 'presenting failed');
    logger.error({ err: error, subject }, 'an event could not be emitted');
  } finally {
    waitingInAll -= 1;
    line.length -= 1;
    if (line.length === 0) lines.delete(subject);
  }
}

/**
 * Retries `emit` while the database is away. Rejects with its failure after a minute, and immediately for any other
 * failure.
 */
async function persist(emit: () => Promise<void>): Promise<void> {
  const until = performance.now() + RETRY_FOR_MS;
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, MAX_RETRY_MS)) {
    try {
      return await emit();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error;
      retrying += 1;
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
      retrying -= 1;
    }
  }
}

const commands = new WeakMap<HubSocket, Queues>();

/**
 * Runs a socket's requests about one subject one after the other. So a socket that unwatches while its watch is still
 * being checked does not stay in the room, and if it watches two areas, the later one remains.
 */
export function inOrderOf<T>(socket: HubSocket, subject: string, run: () => Promise<T>): Promise<T> {
  const ofSocket = commands.get(socket) ?? new Queues();
  commands.set(socket, ofSocket);
  return ofSocket.run(subject, run);
}

/** The highest version emitted of each subject. */
const emitted = new LastVersions();

/**
 * Whether this version of a subject may still be emitted: not after a higher one (two writes may be emitted in reverse
 * order). The same version may be emitted again. Records the version; the latest 10,000 subjects are remembered.
 */
export function isNotOutdated(subject: string, version: number): boolean {
  return version >= emitted.record(subject, version);
}

/** Like `isNotOutdated`, for events that are emitted only when the version has risen. */
export function isNewer(subject: string, version: number): boolean {
  return version > emitted.record(subject, version);
}

/** Whether this version of a subject, or a higher one, has been emitted or is being emitted. */
export function isEmitted(subject: string, version: number): boolean {
  return emitted.has(subject, version);
}
