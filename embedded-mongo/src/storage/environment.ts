import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, open, type RootDatabase } from 'lmdb';
import { MongoError } from '../values/errors';
import { catalogPlace, withChecksum } from './checksum';
import { DATA_FILE, LOCK_FILE, recordedTransaction } from './file-watch';
import { FORMAT, FORMAT_KEY, FORMAT_WITHOUT_CHECKSUMS, type Inspection, inspectFile } from './inspect';
import { PAGE_BYTES } from './meta';
import { CorruptFileError } from './pages';
import { isPrivate, privateFile, privateFolder } from './permissions';

type LmdbTable = Database<Buffer, Buffer>;

/**
 * A table of the file, with bytes as keys and values. LMDB's other methods are left out: they would write even while
 * writes are refused.
 */
export type ByteTable = Pick<LmdbTable, 'getBinary' | 'getBinaryFast' | 'getKeys' | 'getKeysCount' | 'getRange'> & {
  /** Throws NoRoom while writes are refused. */
  putSync: (key: Buffer, value: Buffer) => void;
  /** Throws NoRoom while writes are refused. */
  removeSync: (key: Buffer) => void;
};

/** Thrown instead of the first write of each job while the disk has no space: nothing of the job has been written. */
export class NoRoom extends Error {}

/** With `disk` a write is acknowledged once it is flushed; with `memory` the system flushes later, for disposable data. */
export type Durability = 'disk' | 'memory';

/** The LMDB file: three tables whose keys begin with the number of a collection or an index. */
export type Environment = {
  root: RootDatabase<Buffer, Buffer>;
  /** collection number (4 bytes), record number (6 bytes) → the document's BSON and a checksum */
  records: ByteTable;
  /** index number (4 bytes), key, record number (6 bytes) → a checksum; the `_id` index differs, see indexes/entries */
  entries: ByteTable;
  /** collection number (4 bytes) → its description as BSON and a checksum; the key `format` → the file format's version */
  catalog: ByteTable;
  durability: Durability;
  /** Why writes are refused before LMDB sees them, such as a full disk; null while they are accepted. */
  refusal: string | null;
  /** Records that were found damaged when the file was opened. */
  damagedRecords: readonly string[];
};

/** Thrown if a folder or a socket path cannot be used; the message is for the person who started the store. */
export class StoreUnavailable extends Error {
  /** True if a retry would fail in the same way: a person has to repair the folder. */
  readonly isFinal: boolean;

  constructor(sentence: string, isFinal = false) {
    super(sentence);
    this.isFinal = isFinal;
  }
}

/** The files of LMDB in its folder. */
const FILES = [DATA_FILE, LOCK_FILE];

const BYTES = { keyEncoding: 'binary', encoding: 'binary' } as const;

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Opened = { root: RootDatabase<Buffer, Buffer>; inspection: Inspection };

function openRoot(folder: string, durability: Durability): Opened {
  try {
    privateFolder(folder);
    if (!isPrivate(folder)) process.stderr.write(`Other users of this machine may enter the data folder ${folder}.\n`);
    // The files are created here, because LMDB would give them the permissions of the umask.
    for (const file of FILES) privateFile(join(folder, file));
    const inspection = inspectFile(join(folder, DATA_FILE));
    // An interrupted first start leaves an empty file, too: the file is damaged only if a later transaction was recorded.
    if (inspection.isEmpty && recordedTransaction(folder) > 1n) {
      throw new CorruptFileError('it is empty, but data was stored in it');
    }
    if (inspection.isEmpty) removePartialHead(join(folder, DATA_FILE));
    const root = open<Buffer, Buffer>({
      path: folder,
      // Without this option LMDB takes a folder with a dot in its name for a file.
      noSubdir: false,
      maxDbs: 8,
      noSync: durability === 'memory',
      pageSize: PAGE_BYTES,
      ...BYTES,
    });
    return { root, inspection };
  } catch (error) {
    if (!(error instanceof CorruptFileError || error instanceof MongoError)) {
      throw new StoreUnavailable(`The data folder ${folder} cannot be opened as a store: ${reason(error)}`);
    }
    const file = join(folder, DATA_FILE);
    throw new StoreUnavailable(`${file} is damaged: ${error.message}. Put back a backup of the folder.`, true);
  }
}

/** Empties a file whose first pages were not written completely, as on a full disk: LMDB would not open it. */
function removePartialHead(file: string): void {
  if (statSync(file).size < 2 * PAGE_BYTES) truncateSync(file, 0);
}

/**
 * Opens the store's file in a folder; creates the folder and the file if they are missing.
 * @throws StoreUnavailable for a folder that may not be written, and for a file that is damaged or of another format.
 */
export async function openEnvironment(folder: string, durability: Durability): Promise<Environment> {
  const { root, inspection } = openRoot(folder, durability);
  const openTable = (name: string) =>
    guarded(root.openDB<Buffer, Buffer>({ name, ...BYTES }), () => environment.refusal);
  const environment: Environment = {
    root,
    durability,
    refusal: null,
    damagedRecords: inspection.damagedRecords,
    records: openTable('records'),
    entries: openTable('entries'),
    catalog: openTable('catalog'),
  };
  const found = environment.catalog.getBinary(FORMAT_KEY);
  if (inspection.isEmpty || (!found && environment.records.getKeysCount({ limit: 1 }) === 0)) {
    await root.childTransaction(() => environment.catalog.putSync(FORMAT_KEY, FORMAT));
    await root.flushed;
  } else if (found?.equals(FORMAT_WITHOUT_CHECKSUMS)) {
    await addCatalogChecksums(environment);
  } else if (!found?.equals(FORMAT)) {
    await root.close();
    throw new StoreUnavailable(`The data folder ${folder} holds a database of another kind or a newer version.`);
  }
  return environment;
}

/** The table, whose writes throw NoRoom while there is a refusal. */
function guarded(table: LmdbTable, refusal: () => string | null): ByteTable {
  const put = table.putSync.bind(table);
  const remove = table.removeSync.bind(table);
  const check = () => {
    const reason = refusal();
    if (reason !== null) throw new NoRoom(reason);
  };
  return Object.assign(table, {
    putSync: (key: Buffer, value: Buffer) => {
      check();
      put(key, value);
    },
    removeSync: (key: Buffer) => {
      check();
      remove(key);
    },
  });
}

/** Adds checksums to the catalog of an older file; records and index entries gain theirs when they are written. */
async function addCatalogChecksums({ root, catalog }: Environment): Promise<void> {
  const withoutChecksum = [...catalog.getRange({})].filter(({ key }) => !isFormatKey(key));
  await root.childTransaction(() => {
    for (const { key, value } of withoutChecksum) catalog.putSync(key, withChecksum(value, catalogPlace(key)));
    catalog.putSync(FORMAT_KEY, FORMAT);
  });
  await root.flushed;
}

/** True for the key of the format version, the one catalog entry that describes no collection. */
export function isFormatKey(key: Buffer): boolean {
  return key.equals(FORMAT_KEY);
}
