import { Binary, Long } from 'bson';
import type { Deadline } from '../plan/selection';
import { mongoError } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { cursorReply } from '../wire/reply';

/** The documents of a result, produced lazily. */
export type Source = {
  next: () => Buffer | null;
  /** True if it is known without reading further that no document follows. */
  isExhausted: () => boolean;
  /** Ends the read transaction between two batches. */
  pause: () => void;
};

/** The result of a command. */
export type Result = {
  namespace: string;
  source: Source;
  deadline?: Deadline | undefined;
  /** The session that owns the cursor; the cursor is closed with it. */
  session?: string | undefined;
  /** `noCursorTimeout`: the cursor may stay idle as long as its session exists. */
  noTimeout?: boolean;
};

/** Options of the first batch; with `single` no cursor stays open after it. */
export type BatchOptions = { batchSize: number | undefined; single?: boolean };

/** An open cursor. `leftover` is a document that did not fit into the last batch; `usedAt` is in milliseconds. */
type Cursor = Result & { leftover: Buffer | null; usedAt: number };

const FIRST_BATCH = 101;
const BATCH_BYTES = 15_000_000;
const IDLE_MS = 10 * 60_000;
const SESSION_MS = 30 * 60_000;

/** A source over an array of encoded documents. */
export function listSource(documents: readonly Buffer[]): Source {
  let at = 0;
  return { next: () => documents[at++] ?? null, isExhausted: () => at >= documents.length, pause: () => undefined };
}

/** How the items of a stream become documents of a result. */
export type StreamOptions<T> = {
  bytes: (item: T) => Buffer;
  /** The maximum number of items in the stream; 0 or undefined if it is unknown. */
  limit?: number | undefined;
  pause: () => void;
};

/** A source over a stream, which it reads lazily. */
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

/** The id of a session in `lsid`, `endSessions` and similar; undefined for anything else. */
export function sessionKey(session: unknown): string | undefined {
  const id = isObject(session) ? session.id : undefined;
  return id instanceof Binary ? id.toString('hex') : undefined;
}

/** The session of the cursor that a command opens, and whether it has an idle timeout. */
export function ownerOf(command: Document): Pick<Result, 'session' | 'noTimeout'> {
  return { session: sessionKey(command.lsid), noTimeout: command.noCursorTimeout === true };
}

/** Fills a batch with documents. Returns true if the source is exhausted. */
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
 * The open cursors of a server. A cursor reads lazily, except for what a sort or a group holds in memory. Cursors are
 * closed when they have been idle for ten minutes; with `noTimeout`, when their session expires.
 */
export class CursorTable {
  readonly #open = new Map<bigint, Cursor>();
  #last = BigInt(Date.now()) << 20n;

  /** The number of open cursors. */
  get size(): number {
    return this.#open.size;
  }

  /** The id of the cursor that was opened last. */
  get newest(): bigint {
    return this.#last;
  }

  /** The reply with the first batch; keeps a cursor for `getMore` if more documents follow. */
  first(result: Result, { batchSize = FIRST_BATCH, single = false }: BatchOptions): Buffer {
    const cursor: Cursor = { ...result, leftover: null, usedAt: Date.now() };
    const documents: Buffer[] = [];
    const rest = !this.#batch(cursor, documents, batchSize) && !single;
    const id = rest ? ++this.#last : 0n;
    if (rest) this.#open.set(id, cursor);
    return cursorReply({ field: 'firstBatch', documents, id, namespace: result.namespace });
  }

  /**
   * The reply with the next batch. Throws CursorNotFound, Unauthorized for a cursor of another collection, or what
   * reading throws.
   */
  next(id: bigint, { batchSize, namespace }: { batchSize: number | undefined; namespace: string }): Buffer {
    const cursor = this.#open.get(id);
    if (!cursor) throw mongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      const rule = `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace`;
      throw mongoError(13, 'Unauthorized', `${rule} ${cursor.namespace}`);
    }
    if (cursor.deadline) cursor.deadline.at += Date.now() - cursor.usedAt;
    // A cursor that fails or is exhausted stays closed; any other is stored again below.
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

  /** Closes cursors. Returns the reply to `killCursors`. */
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

  /** Closes the cursors of sessions; of all sessions for null. */
  endSessions(sessions: ReadonlySet<string> | null): void {
    for (const [id, { session }] of this.#open) {
      if (session !== undefined && (!sessions || sessions.has(session))) this.#open.delete(id);
    }
  }

  /** Counts the `noTimeout` cursors of these sessions as used at the time `now`, in milliseconds. */
  refresh(sessions: ReadonlySet<string>, now: number): void {
    for (const cursor of this.#open.values()) {
      const { noTimeout, session } = cursor;
      if (noTimeout && session !== undefined && sessions.has(session)) cursor.usedAt = now;
    }
  }

  /** Closes cursors that have been idle for too long; `now` is in milliseconds. */
  expire(now: number): void {
    for (const [id, { usedAt, noTimeout, session }] of this.#open) {
      const most = !noTimeout ? IDLE_MS : session === undefined ? Number.POSITIVE_INFINITY : SESSION_MS;
      if (now - usedAt > most) this.#open.delete(id);
    }
  }
}
