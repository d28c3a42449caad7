import { MongoError, mongoError } from '../values/errors';
import type { Environment } from './environment';

/** Work that waits for its turn, and who hears how it went. */
export type Job = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/** A job that fails for another reason than MongoDB's own errors has perhaps written half: nothing of it may stay. */
class BrokenJob extends Error {
  readonly job: Job;
  constructor(job: Job, cause: unknown) {
    super('a write failed half way', { cause });
    this.job = job;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a failed commit is told as: LMDB hands its reason, such as a full disk, in a promise of its own. */
async function storageFault(error: unknown): Promise<MongoError> {
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'commitError') : undefined;
  const reason = await Promise.resolve(inner).then(
    () => messageOf(error),
    (cause: unknown) => messageOf(cause),
  );
  return mongoError(14031, 'OutOfDiskSpace', `The write could not be stored on the disk: ${reason}`);
}

/** What hears how a transaction went, before anybody else does. */
export type Outcomes = {
  /** What the works wrote can be read. */
  onCommit: () => void;
  /** Sets back what the works of a failed transaction changed in memory. */
  onRollback: () => void;
};

/**
 * Group commit: all writes that wait when a transaction begins go into it together, and every caller hears of its own
 * once the transaction is on the disk.
 */
export class WriteQueue {
  readonly #environment: Environment;
  readonly #outcomes: Outcomes;
  #waiting: Job[] = [];
  #running: Promise<void> | null = null;
  #visible: Promise<unknown> = Promise.resolve();
  #committing = false;

  constructor(environment: Environment, outcomes: Outcomes) {
    this.#environment = environment;
    this.#outcomes = outcomes;
  }

  /** True between the works of a transaction and the moment from which what they wrote can be read. */
  get isCommitting(): boolean {
    return this.#committing;
  }

  /** Resolves when what the transaction under way wrote can be read, or was taken back. */
  async visible(): Promise<void> {
    await this.#visible.catch(() => undefined);
  }

  /**
   * Runs work inside a write transaction and answers when it is durable. The work is synchronous, runs alone, and
   * throws a MongoError only before its first write. Rejects with what the work threw, or with the commit's fault.
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.add({ work, resolve: (value) => resolve(value as T), reject });
    });
  }

  /** As {@link run} without a promise, which costs more than a small write's own work. */
  add(job: Job): void {
    this.#waiting.push(job);
    this.#running ??= this.#drain();
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit();
    this.#running = null;
  }

  async #commit(): Promise<void> {
    const outcomes: Outcome[] = [];
    let jobs: Job[] = [];
    try {
      this.#visible = this.#environment.root.childTransaction(() => {
        jobs = this.#waiting;
        this.#waiting = [];
        for (const job of jobs) outcomes.push(attempt(job));
        this.#committing = true;
      });
      await this.#visible;
      this.#committing = false;
      this.#outcomes.onCommit();
      if (this.#environment.durability === 'disk') await this.#environment.root.flushed;
    } catch (error) {
      this.#committing = false;
      this.#outcomes.onRollback();
      this.#afterFailure(jobs, error instanceof BrokenJob ? error : await storageFault(error));
      return;
    }
    for (const { job, value, fault } of outcomes) {
      if (fault) job.reject(fault);
      else job.resolve(value);
    }
  }

  #afterFailure(jobs: readonly Job[], error: unknown): void {
    if (!(error instanceof BrokenJob)) {
      for (const job of jobs) job.reject(error);
      return;
    }
    error.job.reject(error.cause);
    this.#waiting = [...jobs.filter((job) => job !== error.job), ...this.#waiting];
  }
}

/** How a job went; its caller hears of it when the transaction is durable. */
type Outcome = { job: Job; value: unknown; fault: MongoError | null };

function attempt(job: Job): Outcome {
  try {
    return { job, value: job.work(), fault: null };
  } catch (error) {
    if (!(error instanceof MongoError)) throw new BrokenJob(job, error);
    return { job, value: undefined, fault: error };
  }
}
