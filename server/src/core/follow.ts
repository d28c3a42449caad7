import { clock } from './clock';
import { failpoint } from './failpoint';
import { logger } from './logger';

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
  /** Ids whose `follow_up` is older than this. */
  due(before: Date): Promise<string[]>;
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

/** A mark younger than this belongs to somebody who is still at work. */
const SWEEP_AFTER_MS = 5_000;
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

  const registry: Followers<D> = {
    on(name, follower) {
      if (!collection.order.includes(name)) throw new Error(`${collection.name} has no place for the follower ${name}`);
      registered.set(name, follower);
    },
    async follow(id) {
      try {
        await run(id);
      } catch (error) {
        logger.error({ err: error, collection: collection.name, id }, 'a consequence is left to the sweep');
      }
    },
  };
  onSweep(async () => {
    for (const id of await collection.due(sweepBefore())) await registry.follow(id);
  });
  return registry;
}

/** Adds work to every sweep: finishing what a process left half done. Must be safe to run twice at once. */
export function onSweep(finish: () => Promise<void>): void {
  sweeps.push(finish);
}

/** What was begun before this moment and is not marked as done was abandoned, or is slow: both may be finished. */
export function sweepBefore(): Date {
  return new Date(clock.millis() - SWEEP_AFTER_MS);
}

/** Finishes whatever is half done; one failing part does not keep the others from running. */
export async function sweep(): Promise<void> {
  for (const finish of sweeps) {
    await finish().catch((error: unknown) => logger.error({ err: error }, 'a part of the sweep failed'));
  }
}
