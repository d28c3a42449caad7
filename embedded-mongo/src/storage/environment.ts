import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';

/** Every key and value in the file is bytes. */
export type ByteTable = Database<Buffer, Buffer>;

/** `disk` answers a write once it is on the disk; `memory` leaves that to the system, for data nobody will miss. */
export type Durability = 'disk' | 'memory';

/** The LMDB file: three tables whose keys begin with the number of a collection or an index. */
export type Environment = {
  root: RootDatabase<Buffer, Buffer>;
  /** collection number (4 bytes), record number (6 bytes) → the document's BSON */
  records: ByteTable;
  /** index number (4 bytes), key, record number (6 bytes) → nothing; see indexes/entries */
  entries: ByteTable;
  /** collection number (4 bytes) → its description as BSON; the key `format` → the version of all this */
  catalog: ByteTable;
  durability: Durability;
};

/** A folder that cannot be opened as a store; its message is the sentence for the person who started it. */
export class StoreUnavailable extends Error {}

const FORMAT_KEY = Buffer.from('format');
const FORMAT = Buffer.from('boli-store-1');
const BYTES = { keyEncoding: 'binary', encoding: 'binary' } as const;
// Two pages a node: 8 KiB pages admit the long index keys (see MAX_COMPONENT).
const PAGE_BYTES = 8192;

// The two first pages tell where the file's trees begin, each of one of the last two transactions.
const MAGIC_AT = 24;
const MAGIC = 0xbeefc0de;
const PAGE_BYTES_AT = 48;
const ROOTS_AT = [88, 136];
const NO_ROOT = 0xffff_ffff_ffff_ffffn;

/** Whether the trees that one of the first pages tells of begin inside the file. */
function isWhole(head: Buffer, page: number, pages: bigint): boolean {
  const meta = head.subarray(page * PAGE_BYTES);
  if (meta.readUInt32LE(MAGIC_AT) !== MAGIC) return false;
  return ROOTS_AT.map((at) => meta.readBigUInt64LE(at)).every((root) => root === NO_ROOT || root < pages);
}

/**
 * LMDB maps its file without much looking. A file of another kind, or the beginning of one, ends the process: so its first
 * pages are read before. Answers whether there is a file with something in it.
 */
function isOurs(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false;
  const head = Buffer.alloc(2 * PAGE_BYTES);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head);
  closeSync(descriptor);
  if (head.readUInt32BE(MAGIC_AT) === MAGIC) return true;
  if (head.readUInt32LE(MAGIC_AT) !== MAGIC) throw new Error(`${file} is not a database`);
  // Another program's: the format will tell.
  if (size >= PAGE_BYTES && head.readUInt32LE(PAGE_BYTES_AT) !== PAGE_BYTES) return true;
  const pages = BigInt(Math.floor(size / PAGE_BYTES));
  if (pages >= 2n && [0, 1].some((page) => isWhole(head, page, pages))) return true;
  throw new Error(`${file} is only the beginning of a database: it was cut short, as by a copy that did not end`);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Opened = { root: RootDatabase<Buffer, Buffer>; fresh: boolean };

function openRoot(folder: string, durability: Durability): Opened {
  try {
    mkdirSync(folder, { recursive: true });
    const fresh = !isOurs(join(folder, 'data.mdb'));
    const root = open<Buffer, Buffer>({
      path: folder,
      maxDbs: 8,
      noSync: durability === 'memory',
      pageSize: PAGE_BYTES,
      ...BYTES,
    });
    return { root, fresh };
  } catch (error) {
    throw new StoreUnavailable(`The data folder ${folder} cannot be opened as a store: ${reason(error)}`);
  }
}

/**
 * Opens the store's file in a folder, and makes both where they are missing.
 * @throws StoreUnavailable for a folder that may not be written or a file of another kind or format.
 */
export async function openEnvironment(folder: string, durability: Durability): Promise<Environment> {
  const { root, fresh } = openRoot(folder, durability);
  const environment: Environment = {
    root,
    durability,
    records: root.openDB<Buffer, Buffer>({ name: 'records', ...BYTES }),
    entries: root.openDB<Buffer, Buffer>({ name: 'entries', ...BYTES }),
    catalog: root.openDB<Buffer, Buffer>({ name: 'catalog', ...BYTES }),
  };
  const found = environment.catalog.getBinary(FORMAT_KEY);
  if (fresh || (!found && environment.records.getKeysCount({ limit: 1 }) === 0)) {
    await environment.catalog.put(FORMAT_KEY, FORMAT);
    await root.flushed;
  } else if (!found?.equals(FORMAT)) {
    await root.close();
    throw new StoreUnavailable(`The data folder ${folder} holds a database of another kind or a newer version.`);
  }
  return environment;
}

/** True for the catalog's own entry, which describes no collection. */
export function isFormatKey(key: Buffer): boolean {
  return key.equals(FORMAT_KEY);
}
