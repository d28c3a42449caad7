import { Catalog } from './catalog';
import { type Durability, type Environment, openEnvironment } from './environment';
import type { OpenReadings } from './range';
import { type Job, WriteQueue } from './write-queue';

/** An open store: its file, what it knows of its collections, and the one way to write. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  /** The readings under way. Only those of the command that runs right now may be among them. */
  readonly reading: OpenReadings = new Set();
  readonly folder: string;
  readonly openedAt = new Date();
  readonly #queue: WriteQueue;

  constructor(environment: Environment, folder: string) {
    this.environment = environment;
    this.folder = folder;
    this.catalog = new Catalog(environment);
    this.#queue = new WriteQueue(environment, {
      onCommit: () => this.catalog.settle(),
      onRollback: () => this.catalog.load(),
    });
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
  }
}

/** Opens the store in a folder. Throws StoreUnavailable. */
export async function openStore(folder: string, durability: Durability = 'disk'): Promise<Store> {
  return new Store(await openEnvironment(folder, durability), folder);
}
