import { Catalog } from './catalog';
import { type Durability, type Environment, openEnvironment, StoreUnavailable } from './environment';
import { dataFileIn, type FileIdentity, FileWatch, newestTransaction, recordedTransaction } from './file-watch';
import type { OpenReaders } from './range';
import { type Job, WriteQueue } from './write-queue';

/** An open store: its file, what it knows of its collections, and the one way to write. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  /** The readings under way. Only those of the command that runs right now may be among them. */
  readonly reading: OpenReaders = new Set();
  readonly folder: string;
  readonly openedAt = new Date();
  readonly #queue: WriteQueue;
  readonly #watch: FileWatch;
  /** Called once, with a sentence, when what is written can no longer be trusted to be kept. */
  onFatal: (sentence: string) => void = () => undefined;
  /** A sentence where another process may have taken the folder; null while it is this one's. */
  lockError: () => string | null = () => null;

  constructor(environment: Environment, folder: string) {
    this.environment = environment;
    this.folder = folder;
    this.catalog = new Catalog(environment);
    this.#watch = new FileWatch(folder);
    this.#queue = new WriteQueue(environment, {
      onCommit: () => this.catalog.settle(),
      onRollback: () => this.catalog.load(),
      fileError: () => this.#failure(),
      onFatal: (sentence) => this.onFatal(sentence),
    });
  }

  /** The file that holds the data. */
  get file(): FileIdentity | null {
    return this.#watch.opened;
  }

  /** Looks whether the folder still holds the file that is open, and gives the store up where it does not. */
  checkFile(): void {
    const error = this.#failure();
    if (error !== null) this.fail(error);
  }

  #failure(): string | null {
    return this.#watch.check() ?? this.lockError();
  }

  /** Takes no more writes: {@link onFatal} hears why. */
  fail(sentence: string): void {
    this.#queue.fail(sentence);
  }

  /** True while what was written last cannot be read yet: what is counted now lacks it. */
  get isCommitting(): boolean {
    return this.#queue.isCommitting;
  }

  /**
   * Waits until the file holds what the catalog tells of. A transaction's new index is in the catalog before its entries
   * can be read: whoever read in between would find nothing in it.
   */
  async settled(): Promise<void> {
    while (this.catalog.isAhead) await this.#queue.visible();
  }

  /** Runs synchronous work in a write transaction shared with whatever else waits; answers when it is durable. */
  write<T>(work: () => T): Promise<T> {
    return this.#queue.run(work);
  }

  /** As {@link write}, for work that hears of its end itself. */
  addWrite(job: Job): void {
    this.#queue.add(job);
  }

  /** Lays down all readings, at the end of a command or before it writes: none holds a read transaction any more. */
  pauseReading(): void {
    for (const reader of this.reading) reader.pause();
  }

  /** Waits for the writes under way and closes the file. */
  async close(): Promise<void> {
    await this.#queue.idle();
    await this.environment.root.close();
    this.#watch.close();
  }
}

/** Throws StoreUnavailable where a folder does not hold the file it is expected to hold, or the file an older state. */
function checkExpected(folder: string, expected: FileIdentity): void {
  const error = mismatchOf(folder, expected);
  if (error === null) return;
  throw new StoreUnavailable(`The data folder ${folder} ${error}: start again when it is the right one.`, true);
}

function mismatchOf(folder: string, expected: FileIdentity): string | null {
  const found = dataFileIn(folder);
  if (!found) return 'has lost its file';
  if (found.inode !== expected.inode || found.device !== expected.device) return 'holds another file than before';
  return newestTransaction(folder) < recordedTransaction(folder) ? 'holds an older state than before' : null;
}

/**
 * Opens the store in a folder; with `expected`, only where it holds that file. Throws StoreUnavailable, also for a file
 * that is damaged.
 */
export async function openStore(
  folder: string,
  durability: Durability = 'disk',
  expected?: FileIdentity,
): Promise<Store> {
  if (expected) checkExpected(folder, expected);
  const environment = await openEnvironment(folder, durability);
  for (const record of environment.lost) process.stderr.write(`Damaged, and answered with an error: ${record}\n`);
  return new Store(environment, folder);
}
