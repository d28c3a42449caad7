import { Long } from 'bson';
import { mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { cursorReply } from '../wire/reply';

/** A result a client has not fetched whole. */
type Cursor = { documents: readonly Buffer[]; at: number; namespace: string; usedAt: number };

const FIRST_BATCH = 101;
const BATCH_BYTES = 15_000_000;
const IDLE_MS = 10 * 60_000;

function batchFrom(documents: readonly Buffer[], from: number, most: number): Buffer[] {
  const batch: Buffer[] = [];
  let bytes = 0;
  for (let at = from; at < documents.length && batch.length < most; at++) {
    const document = documents[at];
    if (!document || (batch.length > 0 && bytes + document.length > BATCH_BYTES)) break;
    bytes += document.length;
    batch.push(document);
  }
  return batch;
}

/** A result as a command hands it out. */
export type Result = { namespace: string; documents: readonly Buffer[] };

/** How the client wants its first batch. */
export type BatchOptions = { batchSize: number | undefined; single?: boolean };

/** The open cursors of a server. Those nobody asks for in ten minutes are forgotten. */
export class CursorTable {
  readonly #open = new Map<bigint, Cursor>();
  #last = BigInt(Date.now()) << 20n;

  /** The reply with the first batch; what is left waits for `getMore`. */
  first({ namespace, documents }: Result, { batchSize = FIRST_BATCH, single = false }: BatchOptions): Buffer {
    const batch = batchFrom(documents, 0, batchSize);
    const rest = batch.length < documents.length && !single;
    const id = rest ? ++this.#last : 0n;
    if (rest) this.#open.set(id, { documents, at: batch.length, namespace, usedAt: Date.now() });
    return cursorReply({ field: 'firstBatch', documents: batch, id, namespace });
  }

  /** The reply with the next batch. Throws CursorNotFound. */
  next(id: bigint, batchSize: number | undefined): Buffer {
    const cursor = this.#open.get(id);
    if (!cursor) throw mongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    const batch = batchFrom(cursor.documents, cursor.at, batchSize || Number.POSITIVE_INFINITY);
    cursor.at += batch.length;
    cursor.usedAt = Date.now();
    const done = cursor.at >= cursor.documents.length;
    if (done) this.#open.delete(id);
    return cursorReply({ field: 'nextBatch', documents: batch, id: done ? 0n : id, namespace: cursor.namespace });
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

  /** Forgets what has lain idle. */
  expire(now: number): void {
    for (const [id, { usedAt }] of this.#open) if (now - usedAt > IDLE_MS) this.#open.delete(id);
  }
}
