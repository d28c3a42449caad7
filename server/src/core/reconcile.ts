import { reportDiskFull } from '../store/space';
import { abandonedAfter, type Mark } from './abandoned';
import { failpoint } from './failpoint';
import { logger } from './logger';

/** What a document needs so that somebody else can run its reconcile steps: see docs/decisions/0002. */
export interface Reconciled {
  readonly _id: string;
  readonly version: number;
}

/** How a reconciler reaches the documents of its collection. */
export interface ReconciledCollection<D extends Reconciled, Step extends string> {
  readonly name: string;
  /** The names of the reconcile steps in the order in which they run; wiring/reconcile.ts implements each of them. */
  readonly steps: readonly Step[];
  read(id: string): Promise<D | null>;
  /** Removes `follow_up`, but only from this very version. */
  clear(id: string, version: number): Promise<void>;
  /** The documents that carry `follow_up`, the oldest first. */
  marks(): Promise<Mark[]>;
}

/** One consequence, derived from the document as it is now; may run any number of times. */
export type ReconcileStep<D> = (document: D) => unknown;
/** A function for each reconcile step of a collection. */
export type ReconcileSteps<D, Step extends string> = Readonly<Record<Step, ReconcileStep<D>>>;

/** Runs what must happen after a document of one collection has changed. */
export interface Reconciler<D extends Reconciled, Step extends string> {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Gives each step its function; once, when the process starts. */
  implement(steps: ReconcileSteps<D, Step>): void;
  /**
   * Runs every step on the document as it is now and then marks it as done. Never rejects: what fails is logged and
   * repeated later, because the change itself is already committed.
   */
  reconcile(id: string): Promise<void>;
  /** Repeats what failed in this process since the last call; for the moment when the database is back. */
  retryFailed(): Promise<void>;
  /** Repeats what any process has left half done. */
  retryAbandoned(): Promise<void>;
}

/** A mark younger than this (milliseconds) belongs to a process that is still at work. */
export const ABANDONED_AFTER_MS = 5_000;
/** At most so many documents of a collection are repeated as soon as the database is back; others wait for their turn. */
const MAX_FAILED = 1_000;

/** Makes the reconciler of one collection. */
export function reconciler<D extends Reconciled, const Step extends string>(
  collection: ReconciledCollection<D, Step>,
): Reconciler<D, Step> {
  const { name, steps } = collection;
  let implementation: ReconcileSteps<D, Step> | null = null;
  const failed = new Set<string>();
  const abandoned = abandonedAfter(ABANDONED_AFTER_MS);

  async function run(id: string): Promise<void> {
    if (!implementation) throw new Error(`the reconcile steps of ${name} are not wired`);
    const document = await collection.read(id);
    if (!document) return;
    for (const step of steps) {
      await implementation[step](document);
      failpoint(`${name}.${step}`);
    }
    // Last, and only from the version that was read: a later change has its own consequences to come.
    await collection.clear(id, document.version);
  }

  async function reconcile(id: string): Promise<void> {
    try {
      await run(id);
    } catch (error) {
      reportDiskFull(error);
      if (failed.size < MAX_FAILED) failed.add(id);
      logger.error({ err: error, collection: name, id }, 'a reconcile step failed and will be repeated');
    }
  }

  return {
    name,
    steps,
    implement(given) {
      implementation = given;
    },
    reconcile,
    async retryFailed() {
      const ids = [...failed];
      failed.clear();
      for (const id of ids) await reconcile(id);
    },
    async retryAbandoned() {
      for (const id of abandoned(await collection.marks())) await reconcile(id);
    },
  };
}
