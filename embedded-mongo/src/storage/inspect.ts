import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { catalogPlace, isValidEntry, lacksChecksum, validDocumentSize, verifiedDocument } from './checksum';
import { type Collection, decodeCollection, namespaceOf } from './collection';
import { RECORD_BYTES, recordOf } from './keys';
import { isLmdbHead, isUninitialised, kindOf, type Meta, PAGE_BYTES, pickMeta } from './meta';
import { CorruptFileError, type EntryVisitor, PageWalker, truncatedFile } from './pages';
import { bufferOf, lengthOf } from './slice';

/** The key of the catalog entry that holds the version of the file format. */
export const FORMAT_KEY = Buffer.from('format');
export const FORMAT = Buffer.from('boli-store-2');
/** The first version, without checksums. */
export const FORMAT_WITHOUT_CHECKSUMS = Buffer.from('boli-store-1');

/** The result of inspecting a file that can be opened. */
export type Inspection = {
  /** True for a file in which nothing was ever stored. */
  isEmpty: boolean;
  records: number;
  entries: number;
  /** The number of records and entries without a checksum. */
  withoutChecksum: number;
  /** Records that cannot be read, as `database.collection: record 7`; reading one is an error. */
  damagedRecords: string[];
};

const NOTHING: Inspection = { isEmpty: true, records: 0, entries: 0, withoutChecksum: 0, damagedRecords: [] };

/** The collections and indexes of the catalog by their numbers, with which the keys of records and entries begin. */
class CatalogNumbers {
  readonly #raw: { key: Buffer; value: Buffer }[] = [];
  readonly #collections = new Map<number, Collection>();
  readonly #indexesWithChecksums = new Set<number>();
  readonly #indexesWithoutChecksums = new Set<number>();
  #format: Buffer | null = null;
  #read = false;

  add(key: Buffer, value: Buffer): void {
    if (key.equals(FORMAT_KEY)) this.#format = Buffer.from(value);
    else this.#raw.push({ key: Buffer.from(key), value: Buffer.from(value) });
  }

  /** Decodes the catalog once. The catalog is complete by then, because tables are walked in the order of their names. */
  #load(): void {
    if (this.#read) return;
    this.#read = true;
    const lacksChecksums = this.#format?.equals(FORMAT_WITHOUT_CHECKSUMS) === true;
    for (const { key, value } of this.#raw) {
      const collection = decodeCollection(lacksChecksums ? value : verifiedDocument(value, catalogPlace(key), false));
      this.#collections.set(collection.id, collection);
      for (const { id, sealed } of collection.indexes)
        (sealed ? this.#indexesWithChecksums : this.#indexesWithoutChecksums).add(id);
    }
  }

  collection(id: number): Collection | undefined {
    this.#load();
    return this.#collections.get(id);
  }

  /** Whether an index may have entries without a checksum. */
  mayLackChecksum(id: number): boolean {
    this.#load();
    return this.#indexesWithoutChecksums.has(id);
  }
}

/** Checks and counts one entry of a table. Throws CorruptFileError for a damaged index entry, which may hide documents. */
function inspectEntry(found: Inspection, numbers: CatalogNumbers, [table, key, value]: Parameters<EntryVisitor>): void {
  if (table === 'catalog') numbers.add(bufferOf(key), bufferOf(value));
  else if (table === 'records') inspectRecord(found, numbers, [bufferOf(key), bufferOf(value)]);
  else if (table === 'entries') {
    found.entries++;
    if (isValidEntry(key, value)) return;
    if (!lacksChecksum(lengthOf(value)) || !numbers.mayLackChecksum(bufferOf(key).readUInt32BE(0))) {
      throw new CorruptFileError('an index entry fails its checksum');
    }
    found.withoutChecksum++;
  }
}

function inspectRecord(found: Inspection, numbers: CatalogNumbers, [key, value]: [key: Buffer, value: Buffer]): void {
  found.records++;
  const id = key.readUInt32BE(0);
  const collection = numbers.collection(id);
  const place = { id, record: recordOf(key) };
  const size = key.length === 4 + RECORD_BYTES ? validDocumentSize(value, place, collection?.sealed === false) : -1;
  const name = () => (collection ? namespaceOf(collection) : `collection ${id}`);
  if (size < 0) found.damagedRecords.push(`${name()}: record ${place.record}`);
  else if (size === value.length) found.withoutChecksum++;
}

/** Checks all pages of one state of the file; yields before each page. Throws CorruptFileError. */
export function* inspectState(descriptor: number, meta: Meta): Generator<void, Inspection> {
  const found: Inspection = { ...NOTHING, isEmpty: false, damagedRecords: [] };
  const numbers = new CatalogNumbers();
  const walker = new PageWalker(descriptor, meta);
  const written = [meta.main.root, meta.free.root].map((page) => walker.transactionOf(page));
  if (meta.transaction > 1n && !written.includes(meta.transaction)) {
    throw new CorruptFileError('its newest state is not the one that was written last');
  }
  yield* walker.walk(meta, (...entry) => inspectEntry(found, numbers, entry));
  return found;
}

/** Reads the first two pages of a file; `length` is the number of bytes that could be read. */
export function readHead(descriptor: number): { head: Buffer; length: number } {
  const head = Buffer.alloc(2 * PAGE_BYTES);
  return { head, length: readSync(descriptor, head, 0, head.length, 0) };
}

/**
 * Checks every page, index entry and record of a data file without LMDB, which maps files almost unchecked. With LMDB a
 * truncated file crashes the process, and a modified file leads to wrong query results without an error.
 * @param file its path
 * @throws CorruptFileError, or another Error, for a file that must not be opened; damaged records are listed instead.
 */
export function inspectFile(file: string): Inspection {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return NOTHING;
    const { head, length } = readHead(descriptor);
    const kind = kindOf(head);
    if (kind === 'none') throw new Error(`${file} is not a database`);
    if (kind === 'another') throw new Error(`${file} is a database of another kind`);
    if (isUninitialised(head, length)) return NOTHING;
    if (length < head.length) throw truncatedFile();
    const meta = isLmdbHead(head) ? pickMeta(head) : null;
    if (!meta) throw new CorruptFileError('its first pages contradict each other');
    const steps = inspectState(descriptor, meta);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  } finally {
    closeSync(descriptor);
  }
}
