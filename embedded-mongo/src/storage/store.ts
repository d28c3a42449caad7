import { Catalog } from './catalog';
import { type Durability, type Environment, openEnvironment, StoreUnavailable } from './environment';
import { FileRoom } from './file-room';
import { dataFileIn, type FileIdentity, FileWatch, newestTransaction, recordedTransaction } from './file-watch';
import type { OpenReaders } from './range';
import { type Job, WriteQueue } from './write-queue';

/** An open store: its file, its catalog, and the queue through which all writes go. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  /** Readers with an open read transaction; all of them belong to the command that is running. */
  readonly openReaders: OpenReaders = new Set();
  readonly folder: string;
  readonly openedAt = new Date();
  readonly #queue: WriteQueue;
  readonly #watch: FileWatch;
  readonly #room: FileRoom;
  /**
   * Called once, with the reason, when the store can no longer guarantee that writes are kept. The promise resolves
   * when no transaction is running, or after 30 seconds if the disk hangs. A process that exits earlier may wait for
   * ever for LMDB's thread, which waits for a callback of the transaction.
   */
  onFatal: (sentence: string, idle: Promise<void>) => void = () => undefined;
  /** Returns the reason if the lock was lost and another process may use the folder; null otherwise. */
  lockError: () => string | null = () => null;

  constructor(environment: Environment, folder: string) {
    this.environment = environment;
    this.folder = folder;
    this.catalog = new Catalog(environment);
    this.#watch = new FileWatch(folder);
    this.#room = new FileRoom(folder);
    this.#queue = new WriteQueue(environment, {
      onCommit: () => this.catalog.markCommitted(),
      onRollback: () => this.catalog.load(),
      makeRoom: () => this.#room.ensure(this.#watch.usedBytes),
      fileError: () => this.#failure(),
      onFatal: (sentence) => this.onFatal(sentence, this.#queue.idle()),
    });
  }

  /** The identity of the data file; null if there was none when the store was opened. */
  get file(): FileIdentity | null {
    return this.#watch.opened;
  }

  /** Stops the store if the folder no longer holds the open file or its lock. */
  checkFile(): void {
    const error = this.#failure();
    if (error !== null) this.fail(error);
  }

  #failure(): string | null {
    try {
      return this.#watch.check() ?? this.lockError();
    } catch (error) {
      return `The file in the data folder ${this.folder} cannot be read (${String(error)}): the store stops.`;
    }
  }

  /** Stops accepting writes and calls {@link onFatal} with the reason. */
  fail(sentence: string): void {
    this.#queue.fail(sentence);
  }

  /** True during a commit, when counts do not include its writes yet. */
  get isCommitting(): boolean {
    return this.#queue.isCommitting;
  }

  /**
   * Waits until the catalog's changes are committed. A new index is in the catalog before its entries can be read: a query
   * that used the index too early would find nothing.
   */
  async catalogCommitted(): Promise<void> {
    while (this.catalog.hasUncommittedChanges) await this.#queue.visible();
  }

  /** Runs synchronous work in a write transaction, shared with other queued jobs. Resolves when the work is durable. */
  write<T>(work: () => T): Promise<T> {
    return this.#queue.run(work);
  }

  /** As {@link write}, with callbacks instead of a promise. */
  addWrite(job: Job): void {
    this.#queue.add(job);
  }

  /** Ends all read transactions, at the end of a command or before it writes. Readers resume by themselves. */
  pauseReading(): void {
    for (const reader of this.openReaders) reader.pause();
  }

  /** Waits for pending writes and closes the file. */
  async close(): Promise<void> {
    await this.#queue.close();
    await this.environment.root.close();
    this.#watch.close();
    this.#room.close();
  }
}

/** Throws StoreUnavailable if a folder does not hold the expected file, or holds an older state of it. */
function checkExpected(folder: string, expected: FileIdentity): void {
  const error = mismatchOf(folder, expected);
  if (error === null) return;
  throw new StoreUnavailable(`The data folder ${folder} ${error}: start again when the folder is the right one.`, true);
}

function mismatchOf(folder: string, expected: FileIdentity): string | null {
  const found = dataFileIn(folder);
  if (!found) return 'has lost its file';
  if (found.inode !== expected.inode || found.device !== expected.device) return 'holds another file than before';
  return newestTransaction(folder) < recordedTransaction(folder) ? 'holds an older state than before' : null;
}

/**
 * Opens the store in a folder; with `expected`, only if the folder holds that file. Otherwise, and for a damaged file,
 * throws StoreUnavailable.
 */
export async function openStore(
  folder: string,
  durability: Durability = 'disk',
  expected?: FileIdentity,
): Promise<Store> {
  if (expected) checkExpected(folder, expected);
  const environment = await openEnvironment(folder, durability);
  for (const record of environment.damagedRecords) process.stderr.write(`A damaged record cannot be read: ${record}\n`);
  return new Store(environment, folder);
}
