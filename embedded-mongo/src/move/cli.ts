import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startStore } from '../index';
import { StoreUnavailable } from '../storage/environment';
import { databaseSource, databaseTarget } from './database-place';
import { folderSource, folderTarget } from './folder-place';
import { type Moved, move, type Progress } from './move';
import { MoveRefused, type Source, type Target } from './place';
import { openSnapshot } from './snapshot';

/** `export` copies out of the store, `import` into it. */
export type Direction = 'export' | 'import';

const USAGE: Readonly<Record<Direction, string>> = {
  export: `Usage: npm run store:export -- --to MONGODB_URI | --out DIR [options]
  --to URI      a MongoDB to copy into; a name at the end of the address (…/name) is the database to copy into,
                if only one database is copied
  --out DIR     a folder to write BSON files into, in the form of mongodump`,
  import: `Usage: npm run store:import -- --from MONGODB_URI | --in DIR [options]
  --from URI    a MongoDB to copy from
  --in DIR      a folder that store:export or mongodump wrote`,
};
const OPTIONS = `  --dbpath DIR  the store's folder; a store that runs there is used, else it is opened
  --db NAME     only this database
  --as NAME     the name of that database in the target
  --merge       copy also into a database that already holds data: its data stays there
Stop the product before an import. An export of a running store contains the data of one moment. While it runs, it needs
disk space for a second copy beside the store's folder. If a run is interrupted, run it again.`;

const LOCK_WAIT_MS = 5_000;
const PROGRESS_EVERY_MS = 500;

/** A store to read from or write into; `close` stops the store if the move has started it. */
type Store = { uri: string; close(): Promise<void> };

/**
 * The address of the store that is running on the folder, from `store.json`; null if no store is running. The file may
 * be left over from a crash, perhaps truncated, so the address is tried.
 */
async function runningAt(dbPath: string): Promise<string | null> {
  const file = join(dbPath, 'store.json');
  if (!existsSync(file)) return null;
  try {
    const { uri }: { uri: unknown } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof uri !== 'string') return null;
    await (await databaseSource(uri)).close();
    return uri;
  } catch {
    return null;
  }
}

async function openStoreAt(dbPath: string, direction: Direction): Promise<Store> {
  const uri = await runningAt(dbPath);
  if (uri) return direction === 'export' ? openSnapshot(dbPath) : { uri, close: async () => undefined };
  if (direction === 'export' && !existsSync(join(dbPath, 'data.mdb'))) {
    throw new MoveRefused(`There is no store in ${dbPath}: name its folder with --dbpath.`);
  }
  const running = await startStore({ dbPath, lockWaitMs: LOCK_WAIT_MS });
  return { uri: running.uri, close: () => running.stop() };
}

function progress(print: (line: string) => void): (progress: Progress) => void {
  let lastPrinted = 0;
  return ({ database, collection, done, total }) => {
    const now = Date.now();
    if (done < total && done > 0 && now - lastPrinted < PROGRESS_EVERY_MS) return;
    lastPrinted = now;
    const share = total > 0 ? ` (${Math.min(100, Math.floor((done / total) * 100))}%)` : '';
    print(`${database}.${collection}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${share}`);
  };
}

function summary({ databases, collections, documents, indexes }: Moved): string {
  const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
  return `${count(databases, 'database')}, ${count(collections, 'collection')}, ${count(documents, 'document')}, ${count(indexes, 'index', 'indexes')}`;
}

type Arguments = {
  to?: string;
  out?: string;
  from?: string;
  in?: string;
  dbpath: string;
  db?: string;
  as?: string;
  merge: boolean;
  help: boolean;
};

/**
 * The address or folder that the command line names. Throws MoveRefused if none or both are named, or for another
 * protocol.
 */
function otherEnd(direction: Direction, options: Arguments): { uri?: string | undefined; folder?: string | undefined } {
  const [uri, folder] = direction === 'export' ? [options.to, options.out] : [options.from, options.in];
  if ((uri === undefined) === (folder === undefined)) throw new MoveRefused(`${USAGE[direction]}\n${OPTIONS}`);
  if (uri !== undefined && !/^mongodb(\+srv)?:\/\//.test(uri)) {
    throw new MoveRefused(`${uri} is not an address of a MongoDB: it begins with mongodb:// or mongodb+srv://.`);
  }
  return { uri, folder: folder === undefined ? undefined : resolve(folder) };
}

type Closable = { close(): Promise<void> };

/** Registers something opened for a move, to be closed after the move; what was registered last is closed first. */
type Register = <T extends Closable>(place: T) => T;

type MoveRequest = { direction: Direction; options: Arguments; dbPath: string };

/** Opens the source and the target of a move. The source is checked before the target's folder is made. */
async function openEnds({ direction, options, dbPath }: MoveRequest, closeLater: Register) {
  const { uri, folder = '' } = otherEnd(direction, options);
  const openStore = async () => {
    return closeLater(await openStoreAt(dbPath, direction)).uri;
  };
  if (direction === 'import') {
    const source: Source = closeLater(uri === undefined ? folderSource(folder) : await databaseSource(uri));
    const target: Target = closeLater(await databaseTarget(await openStore(), dbPath));
    return { source, target, named: uri === undefined ? undefined : databaseIn(uri) };
  }
  // The store's address changes with each start, so an interrupted move is recognised by the folder of the store.
  const source: Source = { ...closeLater(await databaseSource(await openStore())), label: dbPath };
  const target: Target = closeLater(uri === undefined ? folderTarget(folder) : await databaseTarget(uri));
  return { source, target, named: uri === undefined ? undefined : databaseIn(uri) };
}

async function runCommand(
  direction: Direction,
  options: Arguments,
  { print, database: read, alongside }: MoveEnvironment,
): Promise<void> {
  const dbPath = resolve(options.dbpath);
  const open: Closable[] = [];
  const closeLater: Register = (place) => {
    open.push(place);
    return place;
  };
  try {
    const { source, target, named } = await openEnds({ direction, options, dbPath }, closeLater);
    const database = options.db ?? (direction === 'import' ? named : undefined);
    const rename = options.as ?? (direction === 'export' ? named : undefined);
    const moved = await move(source, target, { database, rename, merge: options.merge, onProgress: progress(print) });
    print(`${summary(moved)} copied from ${source.label} to ${target.label}`);
    const { uri, folder } = otherEnd(direction, options);
    if ((options.db ?? read) === read) {
      await alongside?.({ direction, dbPath, uri, folder, database: rename ?? read ?? '', print });
    }
    const there = rename ?? database;
    if (direction === 'import' && read && there !== undefined && there !== read) {
      print(`The data is in the database ${there} now, but the product reads ${read}: import again with --as ${read}.`);
    }
  } finally {
    for (const place of open.reverse()) await place.close();
  }
}

/** The database that an address names. */
function databaseIn(uri: string): string | undefined {
  return /^[^/]*\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
}

function parseArguments(args: readonly string[], dbpath: string): Arguments {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: text,
      out: text,
      from: text,
      in: text,
      db: text,
      as: text,
      dbpath: { ...text, default: dbpath },
      merge: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

/** The environment of a command line: the default folder of the store, and its output stream. */
export type MoveEnvironment = {
  dbPath: string;
  print: (line: string) => void;
  /** The database the product reads; an import into another database prints a hint. */
  database?: string;
  /** Called after the product's database was copied, to copy what belongs to the database but is not stored in it. */
  alongside?: (move: FinishedMove) => Promise<void>;
};

/**
 * A finished move. `dbPath` is the store's folder, and `uri` or `folder` is the other end. `database` is the name of
 * the product's database in the target: at the other end for an export, in the store for an import.
 */
export type FinishedMove = {
  direction: Direction;
  dbPath: string;
  uri: string | undefined;
  folder: string | undefined;
  database: string;
  print: (line: string) => void;
};

/**
 * Runs the command line of `store:export` or `store:import`. Prints the result, or why the command failed. If the other
 * end is not named, or is named twice, it prints the usage. Returns the exit code.
 */
export async function runMove(
  direction: Direction,
  args: readonly string[],
  environment: MoveEnvironment,
): Promise<number> {
  const { dbPath, print } = environment;
  try {
    const options = parseArguments(args, dbPath);
    if (options.help) print(`${USAGE[direction]}\n${OPTIONS}`);
    else await runCommand(direction, options, environment);
    return 0;
  } catch (error) {
    const expected = error instanceof MoveRefused || error instanceof StoreUnavailable || error instanceof TypeError;
    const message = error instanceof Error ? error.message : String(error);
    print(expected ? message : `The ${direction} stopped: ${message}. It can be run again.`);
    return 1;
  }
}
