import { reportDiskFull } from '../store/space';
import { abandonedAfter, type Mark } from './abandoned';
import { failpoint } from './failpoint';
import { logger } from './logger';
import { untilFinished } from './unfinished';

/** The fields of a document that allow any process to run its reconcile steps: see docs/decisions/0002. */
export interface Reconciled {
  readonly _id: string;
  readonly version: number;
}

/** Access of a reconciler to the documents of its collection. */
export interface ReconciledCollection<D extends Reconciled, Step extends string> {
  readonly name: string;
  /** The names of the reconcile steps in the order in which they run; wiring/reconcile.ts implements each of them. */
  readonly steps: readonly Step[];
  read(id: string): Promise<D | null>;
  /** Removes `follow_up` if the document still has this version. */
  clear(id: string, version: number): Promise<void>;
  /** The documents that carry `follow_up`, the oldest first. */
  marks(): Promise<Mark[]>;
}

/** One consequence, derived from the document as it was read or written; may run any number of times. */
export type ReconcileStep<D> = (document: D) => unknown;
/** A function for each reconcile step of a collection. */
export type ReconcileSteps<D, Step extends string> = Readonly<Record<Step, ReconcileStep<D>>>;

/** Runs what must happen after a document of one collection has changed. */
export interface Reconciler<D extends Reconciled, Step extends string> {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Sets the function of each step; called once, when the process starts. */
  implement(steps: ReconcileSteps<D, Step>): void;
  /**
   * Runs every step on the document and then clears its mark. The document is read, unless the caller gives it as its
   * own write returned it (`written`). Never rejects, because the change itself is already committed: a failure is
   * logged, and all steps run again later.
   */
  reconcile(id: string, written?: D): Promise<void>;
  /**
   * Reconciles again the documents of which a step failed in this process since the last call; called when the database
   * is reachable again.
   */
  retryFailed(): Promise<void>;
  /** Reconciles the documents whose steps any process has left unfinished, as long as `mayRun` returns true. */
  retryAbandoned(mayRun?: () => boolean): Promise<void>;
}

/** A mark younger than this (milliseconds) may belong to a process that is still working on the document. */
export const ABANDONED_AFTER_MS = 5_000;
/**
 * The maximum number of documents of a collection that `retryFailed` reconciles; the others wait for `retryAbandoned`.
 */
const MAX_FAILED = 1_000;

/** Creates the reconciler of one collection. */
export function reconciler<D extends Reconciled, const Step extends string>(
  collection: ReconciledCollection<D, Step>,
): Reconciler<D, Step> {
  const { name, steps } = collection;
  let implementation: ReconcileSteps<D, Step> | null = null;
  const failed = new Set<string>();
  const abandoned = abandonedAfter(ABANDONED_AFTER_MS);

  async function run(id: string, written?: D): Promise<void> {
    if (!implementation) throw new Error(`the reconcile steps of ${name} are not wired`);
    const document = written ?? (await collection.read(id));
    if (!document) return;
    for (const step of steps) {
      await implementation[step](document);
      failpoint(`${name}.${step}`);
    }
    // The mark is cleared last, and only in this version: a later change still has pending consequences.
    await collection.clear(id, document.version);
  }

  async function reconcile(id: string, written?: D): Promise<void> {
    try {
      await run(id, written);
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
    reconcile: (id, written) => untilFinished(reconcile(id, written)),
    async retryFailed() {
      const ids = [...failed];
      failed.clear();
      for (const id of ids) await untilFinished(reconcile(id));
    },
    async retryAbandoned(mayRun = () => true) {
      for (const id of abandoned(await collection.marks())) {
        if (!mayRun()) return;
        await untilFinished(reconcile(id));
      }
    },
  };
}
