import { Catalog } from './catalog';
import { type Durability, type Environment, openEnvironment } from './environment';
import { WriteQueue } from './write-queue';

/** An open store: its file, what it knows of its collections, and the one way to write. */
export class Store {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly #queue: WriteQueue;

  constructor(environment: Environment) {
    this.environment = environment;
    this.catalog = new Catalog(environment);
    this.#queue = new WriteQueue(environment, () => this.catalog.load());
  }

  /** Runs synchronous work in a write transaction shared with whatever else waits; answers when it is durable. */
  write<T>(work: () => T): Promise<T> {
    return this.#queue.run(work);
  }

  /** Waits for the writes under way and closes the file. */
  async close(): Promise<void> {
    await this.#queue.idle();
    await this.environment.root.close();
  }
}

/** Opens the store in a folder. Throws StoreUnavailable. */
export async function openStore(folder: string, durability: Durability = 'disk'): Promise<Store> {
  return new Store(await openEnvironment(folder, durability));
}
