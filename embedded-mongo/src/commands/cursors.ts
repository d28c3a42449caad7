import { Binary, Long } from 'bson';
import type { Deadline } from '../plan/selection';
import { mongoError } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { cursorReply } from '../wire/reply';

/** The documents of a result, put together as they are asked for. */
export type Source = {
  next: () => Buffer | null;
  /** True where it is known without reading on that nothing follows. */
  isExhausted: () => boolean;
  /** Lets go of what must not be leftover while a client thinks. */
  pause: () => void;
};

/** A result as a command hands it out. */
export type Result = {
  namespace: string;
  source: Source;
  deadline?: Deadline | undefined;
  /** The session it belongs to; it ends with it. */
  session?: string | undefined;
  /** `noCursorTimeout`: it may lie idle as long as its session lives. */
  noTimeout?: boolean;
};

/** How the client wants its first batch. */
export type BatchOptions = { batchSize: number | undefined; single?: boolean };

/** A result a client has not fetched whole. `leftover` did not fit into the last batch. */
type Cursor = Result & { leftover: Buffer | null; usedAt: number };

const FIRST_BATCH = 101;
const BATCH_BYTES = 15_000_000;
const IDLE_MS = 10 * 60_000;
const SESSION_MS = 30 * 60_000;

/** A source of documents that are all there. */
export function listSource(documents: readonly Buffer[]): Source {
  let at = 0;
  return { next: () => documents[at++] ?? null, isExhausted: () => at >= documents.length, pause: () => undefined };
}

/** How a stream becomes documents of a result. */
export type StreamOptions<T> = {
  bytes: (item: T) => Buffer;
  /** No more than so many are in the stream; 0 and undefined where that is unknown. */
  limit?: number | undefined;
  pause: () => void;
};

/** A source that reads on only when it is asked to. */
export function streamSource<T>(items: Iterable<T>, { bytes, limit = 0, pause }: StreamOptions<T>): Source {
  const stream = items[Symbol.iterator]();
  let returned = 0;
  return {
    next: () => {
      const { done, value } = stream.next();
      if (done) return null;
      returned++;
      return bytes(value);
    },
    isExhausted: () => limit > 0 && returned >= limit,
    pause,
  };
}

/** The identity of a session as `lsid`, `endSessions` and the like carry it; undefined for what is none. */
export function sessionKey(session: unknown): string | undefined {
  const id = isObject(session) ? session.id : undefined;
  return id instanceof Binary ? id.toString('hex') : undefined;
}

/** Whose cursor a command opens, and how long it may lie idle. */
export function ownerOf(command: Document): Pick<Result, 'session' | 'noTimeout'> {
  return { session: sessionKey(command.lsid), noTimeout: command.noCursorTimeout === true };
}

/** Takes documents until the batch is full; answers whether the source is through. */
function fill(cursor: Cursor, batch: Buffer[], most: number): boolean {
  let bytes = 0;
  while (batch.length < most) {
    const document = cursor.leftover ?? cursor.source.next();
    cursor.leftover = null;
    if (!document) return true;
    if (batch.length > 0 && bytes + document.length > BATCH_BYTES) {
      cursor.leftover = document;
      return false;
    }
    bytes += document.length;
    batch.push(document);
  }
  return cursor.source.isExhausted();
}

/**
 * The open cursors of a server. What a cursor has not handed out has not been read either, but for what a sort or a
 * group had to gather. Cursors nobody asks in ten minutes are forgotten; noTimeout ones live as long as their session.
 */
export class CursorTable {
  readonly #open = new Map<bigint, Cursor>();
  #last = BigInt(Date.now()) << 20n;

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** The identity of the cursor that was opened last. */
  get newest(): bigint {
    return this.#last;
  }

  /** The reply with the first batch; what is left waits for `getMore`. */
  first(result: Result, { batchSize = FIRST_BATCH, single = false }: BatchOptions): Buffer {
    const cursor: Cursor = { ...result, leftover: null, usedAt: Date.now() };
    const documents: Buffer[] = [];
    const rest = !this.#batch(cursor, documents, batchSize) && !single;
    const id = rest ? ++this.#last : 0n;
    if (rest) this.#open.set(id, cursor);
    return cursorReply({ field: 'firstBatch', documents, id, namespace: result.namespace });
  }

  /** The reply with the next batch. Throws CursorNotFound, Unauthorized for another collection's, or what reading throws. */
  next(id: bigint, { batchSize, namespace }: { batchSize: number | undefined; namespace: string }): Buffer {
    const cursor = this.#open.get(id);
    if (!cursor) throw mongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      const rule = `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace`;
      throw mongoError(13, 'Unauthorized', `${rule} ${cursor.namespace}`);
    }
    if (cursor.deadline) cursor.deadline.at += Date.now() - cursor.usedAt;
    // A cursor that fails is gone; one that does not is put back.
    this.#open.delete(id);
    const documents: Buffer[] = [];
    const through = this.#batch(cursor, documents, batchSize || Number.POSITIVE_INFINITY);
    if (!through) this.#open.set(id, cursor);
    return cursorReply({ field: 'nextBatch', documents, id: through ? 0n : id, namespace });
  }

  #batch(cursor: Cursor, documents: Buffer[], most: number): boolean {
    try {
      return fill(cursor, documents, most);
    } finally {
      cursor.source.pause();
      cursor.usedAt = Date.now();
    }
  }

  /** Forgets cursors, and says which there were. */
  kill(ids: readonly bigint[]): Document {
    const killed = ids.filter((id) => this.#open.delete(id));
    const long = (id: bigint) => Long.fromBigInt(id);
    const missing = ids.filter((id) => !killed.includes(id));
    return {
      cursorsKilled: killed.map(long),
      cursorsNotFound: missing.map(long),
      cursorsAlive: [],
      cursorsUnknown: [],
    };
  }

  /** Forgets the cursors of sessions that ended; of all sessions where none is named. */
  endSessions(sessions: ReadonlySet<string> | null): void {
    for (const [id, { session }] of this.#open) {
      if (session !== undefined && (!sessions || sessions.has(session))) this.#open.delete(id);
    }
  }

  /** Keeps the noTimeout cursors of sessions that are still in use. */
  refresh(sessions: ReadonlySet<string>, now: number): void {
    for (const cursor of this.#open.values()) {
      const { noTimeout, session } = cursor;
      if (noTimeout && session !== undefined && sessions.has(session)) cursor.usedAt = now;
    }
  }

  /** Forgets what has lain idle. */
  expire(now: number): void {
    for (const [id, { usedAt, noTimeout, session }] of this.#open) {
      const most = !noTimeout ? IDLE_MS : session === undefined ? Number.POSITIVE_INFINITY : SESSION_MS;
      if (now - usedAt > most) this.#open.delete(id);
    }
  }
}
