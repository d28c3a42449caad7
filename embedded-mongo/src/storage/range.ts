import type { ByteTable } from './environment';
import { afterPrefix, prefixOf } from './keys';

/** A range of keys, `start` inclusive and `end` exclusive; with `reverse` it is read backwards. */
export type Span = { start: Buffer; end: Buffer; reverse?: boolean };

/** One entry of a table. */
export type TableEntry = { key: Buffer; value: Buffer };

type Found = Iterator<TableEntry>;

/** The readers that hold a read transaction open. */
export type OpenReaders = Set<RangeReader>;

/** Options of a reader. */
export type ReaderOptions = {
  open: OpenReaders;
  /** Called before a paused reader resumes; throws if the collection or index was dropped. */
  onResume?: (() => void) | undefined;
};

/**
 * Reads a range of a table entry by entry. While it is paused between two entries, it holds no read transaction, so
 * that an idle cursor does not keep the file from reusing its pages. It resumes after the last key that it has read. An
 * entry that exists all the time is read once; an entry that is written meanwhile is read only if it follows that key.
 */
export class RangeReader {
  readonly #table: ByteTable;
  readonly #span: Span;
  readonly #options: ReaderOptions;
  #found: Found | null = null;
  #last: Buffer | null = null;
  #through = false;

  constructor(table: ByteTable, span: Span, options: ReaderOptions) {
    this.#table = table;
    this.#span = span;
    this.#options = options;
  }

  /** The next entry; null at the end. */
  next(): TableEntry | null {
    if (this.#through) return null;
    const entry = this.#found ? this.#step(this.#found) : this.#begin();
    if (entry) this.#last = entry.key;
    else {
      this.pause();
      this.#through = true;
    }
    return entry;
  }

  /** Ends the read transaction; `next` resumes after the last entry. */
  pause(): void {
    this.#found?.return?.();
    this.#found = null;
    this.#options.open.delete(this);
  }

  #begin(): TableEntry | null {
    const last = this.#last;
    if (last) this.#options.onResume?.();
    const { start, end, reverse = false } = this.#span;
    const bounds = reverse
      ? { start: last ?? end, end: start, reverse, inclusiveEnd: true }
      : { start: last ?? start, end };
    this.#found = this.#table.getRange(bounds)[Symbol.iterator]();
    this.#options.open.add(this);
    const first = this.#step(this.#found);
    return last && first?.key.equals(last) ? this.#step(this.#found) : first;
  }

  #step(found: Found): TableEntry | null {
    const { done, value } = found.next();
    return done || value === undefined ? null : value;
  }
}

const REMOVE_BATCH_SIZE = 1000;

/** Removes all entries whose keys begin with the number of a collection or an index. */
export function clearRange(table: ByteTable, id: number): void {
  const start = prefixOf(id);
  const bounds = { start, end: afterPrefix(start), limit: REMOVE_BATCH_SIZE };
  let keys: Buffer[];
  do {
    keys = [...table.getKeys(bounds)];
    for (const key of keys) table.removeSync(key);
  } while (keys.length === REMOVE_BATCH_SIZE);
}
