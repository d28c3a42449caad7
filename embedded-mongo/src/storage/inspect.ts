import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type Collection, decodeCollection, namespaceOf } from './collection';
import { RECORD_BYTES, recordOf } from './keys';
import { isHead, kindOf, type Meta, PAGE_BYTES, pickMeta } from './meta';
import { CorruptFileError, PageWalker, truncatedFile } from './pages';
import { isBareEntry, isSealedEntry, openRecord, placeOf, sizeOfSound } from './seal';

/** The catalog's own entry, which describes no collection: the version of all this. */
export const FORMAT_KEY = Buffer.from('format');
export const FORMAT = Buffer.from('boli-store-2');
/** From before there were checksums. */
export const BARE_FORMAT = Buffer.from('boli-store-1');

/** What was found in a file that can be opened. */
export type Inspection = {
  /** Nothing is in it yet. */
  fresh: boolean;
  records: number;
  entries: number;
  /** Of these, how many are from before there were checksums. */
  bare: number;
  /** Records that cannot be read, as `database.collection: record 7`; whoever asks for one gets an error. */
  lost: string[];
};

const NOTHING: Inspection = { fresh: true, records: 0, entries: 0, bare: 0, lost: [] };

/** What the catalog says of the numbers in keys. */
class CatalogNumbers {
  readonly #raw: { key: Buffer; value: Buffer }[] = [];
  readonly #collections = new Map<number, Collection>();
  readonly #sealedIndexes = new Set<number>();
  readonly #bareIndexes = new Set<number>();
  #format: Buffer | null = null;
  #read = false;

  add(key: Buffer, value: Buffer): void {
    if (key.equals(FORMAT_KEY)) this.#format = Buffer.from(value);
    else this.#raw.push({ key: Buffer.from(key), value: Buffer.from(value) });
  }

  /** The catalog comes before the other tables: their names are sorted. */
  #load(): void {
    if (this.#read) return;
    this.#read = true;
    const isBare = this.#format?.equals(BARE_FORMAT) === true;
    for (const { key, value } of this.#raw) {
      const collection = decodeCollection(isBare ? value : openRecord(value, placeOf(key), false));
      this.#collections.set(collection.id, collection);
      for (const { id, sealed } of collection.indexes) (sealed ? this.#sealedIndexes : this.#bareIndexes).add(id);
    }
  }

  collection(id: number): Collection | undefined {
    this.#load();
    return this.#collections.get(id);
  }

  /** Whether an index has entries from before there were checksums. */
  mayBeBare(id: number): boolean {
    this.#load();
    return this.#bareIndexes.has(id);
  }
}

/** Looks at one entry of a table. Throws CorruptFileError for one that may hide others. */
function inspectEntry(
  found: Inspection,
  numbers: CatalogNumbers,
  [table, key, value]: [table: string, key: Buffer, value: Buffer],
): void {
  if (table === 'catalog') numbers.add(key, value);
  else if (table === 'records') {
    found.records++;
    const id = key.readUInt32BE(0);
    const collection = numbers.collection(id);
    const place = { id, record: recordOf(key) };
    const size = key.length === 4 + RECORD_BYTES ? sizeOfSound(value, place, collection?.sealed === false) : -1;
    const name = collection ? namespaceOf(collection) : `collection ${id}`;
    if (size < 0) found.lost.push(`${name}: record ${place.record}`);
    else if (size === value.length) found.bare++;
  } else if (table === 'entries') {
    found.entries++;
    if (isSealedEntry(key, value)) return;
    if (!isBareEntry(value) || !numbers.mayBeBare(key.readUInt32BE(0))) {
      throw new CorruptFileError('an index entry fails its checksum');
    }
    found.bare++;
  }
}

/** Walks everything that belongs to a state of the file; stops after each page. Throws CorruptFileError. */
export function* inspectState(descriptor: number, meta: Meta): Generator<void, Inspection> {
  const found: Inspection = { ...NOTHING, fresh: false, lost: [] };
  const numbers = new CatalogNumbers();
  const walker = new PageWalker(descriptor, meta);
  const written = [meta.main.root, meta.free.root].map((page) => walker.transactionOf(page));
  if (meta.transaction > 1n && !written.includes(meta.transaction)) {
    throw new CorruptFileError('its newest state is not the one that was written last');
  }
  yield* walker.walk(meta, (...entry) => inspectEntry(found, numbers, entry));
  return found;
}

/** Reads the first two pages of a file; answers how many bytes there were. */
export function readHead(descriptor: number): { head: Buffer; length: number } {
  const head = Buffer.alloc(2 * PAGE_BYTES);
  return { head, length: readSync(descriptor, head, 0, head.length, 0) };
}

/**
 * Reads a whole data file without LMDB, which maps files without much looking: one that was cut short ends the process,
 * and in one that was changed a wrong turn is taken without a word. Every page, index entry and record is looked at.
 * @param file its path
 * @throws CorruptFileError, or another Error, with what is wrong with it; a record that cannot be read is no reason to.
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
    if (length < head.length) throw truncatedFile();
    const meta = isHead(head) ? pickMeta(head) : null;
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
