import { abandonedAfter, type Mark } from './abandoned';
import { facts } from './facts';
import { failpoint } from './failpoint';
import { logger } from './logger';
import '../store/interruptions';
import { noteDiskFull } from '../store/space';

/** What a document needs so that its consequences can be finished by somebody else: see docs/decisions/0002. */
export interface Followed {
  readonly _id: string;
  readonly version: number;
}

/** How the followers of one collection reach it. */
export interface FollowedCollection<D extends Followed> {
  readonly name: string;
  /** The followers in the order in which they run; each has to be registered by `on`. */
  readonly order: readonly string[];
  read(id: string): Promise<D | null>;
  /** Takes `follow_up` away, but only from this very version. */
  clear(id: string, version: number): Promise<void>;
  /** The documents that carry `follow_up`, the oldest first. */
  marks(): Promise<Mark[]>;
}

/** One consequence, derived from the document as it is now; may be run any number of times. */
type Follower<D> = (document: D) => Promise<unknown>;

export interface Followers<D extends Followed> {
  /** Registers the follower of this name; once, at start. */
  on(name: string, follower: Follower<D>): void;
  /**
   * Runs every follower on the document as it is now and then marks it as done. Never rejects: what fails is logged and
   * left to the sweep, because the change itself is already committed.
   */
  follow(id: string): Promise<void>;
}

/** A mark younger than this (milliseconds) belongs to somebody who is still at work. */
export const ABANDONED_AFTER_MS = 5_000;
/** So many documents of a collection are finished as soon as the database is back; others wait for the sweep. */
const MAX_LEFT = 1_000;
const sweeps: (() => Promise<void>)[] = [];

/** Makes the registry of one collection's followers and puts it under the sweep. */
export function followers<D extends Followed>(collection: FollowedCollection<D>): Followers<D> {
  const registered = new Map<string, Follower<D>>();

  async function run(id: string): Promise<void> {
    const document = await collection.read(id);
    if (!document) return;
    for (const name of collection.order) {
      const follower = registered.get(name);
      if (!follower) throw new Error(`the follower ${name} of ${collection.name} is not registered`);
      await follower(document);
      failpoint(`${collection.name}.${name}`);
    }
    // Last, and only from the version that was followed: a later change has its own consequences to come.
    await collection.clear(id, document.version);
  }

  const left = new Set<string>();
  const registry: Followers<D> = {
    on(name, follower) {
      if (!collection.order.includes(name)) throw new Error(`${collection.name} has no place for the follower ${name}`);
      registered.set(name, follower);
    },
    async follow(id) {
      try {
        await run(id);
      } catch (error) {
        noteDiskFull(error);
        if (left.size < MAX_LEFT) left.add(id);
        logger.error({ err: error, collection: collection.name, id }, 'a consequence is left to the sweep');
      }
    },
  };
  const abandoned = abandonedAfter(ABANDONED_AFTER_MS);
  // What an interruption cut short need not wait for its mark to grow old.
  facts.on('database.restored', async () => {
    const ids = [...left];
    left.clear();
    for (const id of ids) await registry.follow(id);
  });
  onSweep(async () => {
    for (const id of abandoned(await collection.marks())) await registry.follow(id);
  });
  return registry;
}

/** Adds work to every sweep: finishing what a process left half done. Must be safe to run twice at once. */
export function onSweep(finish: () => Promise<void>): void {
  sweeps.push(finish);
}

/** Finishes whatever is half done; one failing part does not keep the others from running. */
export async function sweep(): Promise<void> {
  for (const finish of sweeps) {
    await finish().catch((error: unknown) => {
      noteDiskFull(error);
      logger.error({ err: error }, 'a part of the sweep failed');
    });
  }
}
