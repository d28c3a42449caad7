import { setTimeout as delay } from 'node:timers/promises';
import { MongoError, mongoError } from '../values/errors';
import { type Environment, NoRoom } from './environment';

/** Queued work with its callbacks: one of them is called when the work is durable or has failed. */
export type Job = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/** A job that failed with any error but a MongoError may have written something, so its transaction is rolled back. */
class FailedJob extends Error {
  readonly job: Job;
  constructor(job: Job, cause: unknown) {
    super('a write failed half way', { cause });
    this.job = job;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const REASON_TIMEOUT_MS = 1_000;

/**
 * Why a commit failed: shortly after the failure, LMDB reports the reason, such as a full disk, through a separate
 * promise. It never does so for error numbers that it uses as internal signals, such as EPERM.
 */
function reasonOf(error: unknown): Promise<string> {
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'commitError') : undefined;
  const none = messageOf(error);
  return Promise.race([
    Promise.resolve(inner).then(() => none, messageOf),
    delay(REASON_TIMEOUT_MS, none, { ref: false }),
  ]);
}

function notStored(reason: string): MongoError {
  return mongoError(14031, 'OutOfDiskSpace', `The write could not be stored on the disk: ${reason}`);
}

function stopped(sentence: string): MongoError {
  return mongoError(91, 'ShutdownInProgress', sentence);
}

/** The timeout (s) of a commit or an extension of the file: callers must not wait for ever for a disk that hangs. */
const COMMIT_TIMEOUT_S = 30;

/**
 * Rejects after {@link COMMIT_TIMEOUT_S}, and calls `late` just before it rejects. Seconds are counted one by one, so
 * that the time in which this process was suspended or busy does not count.
 */
function withTimeout<T>(awaited: Promise<T>, late: (sentence: string) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let seconds = 0;
    const count = setInterval(() => {
      if (++seconds < COMMIT_TIMEOUT_S) return;
      const sentence = `The disk has not completed a write for ${COMMIT_TIMEOUT_S} seconds: the store stops.`;
      late(sentence);
      reject(new Error(sentence));
    }, 1_000);
    count.unref();
    awaited.then(resolve, reject).finally(() => clearInterval(count));
  });
}

/** Hooks of the write queue; they run before the callbacks of the jobs. */
export type TransactionHooks = {
  /** Called when what the jobs wrote can be read. */
  onCommit: () => void;
  /** Called after a failed transaction, to undo what its jobs changed in memory. */
  onRollback: () => void;
  /** Called before a transaction: extends the file by the space it needs; gives the reason if the disk is full. */
  makeRoom: () => null | Promise<string | null>;
  /** Returns the reason if the data file was removed or replaced, so that writes would be lost; null otherwise. */
  fileError: () => string | null;
  /** Called once, with the reason, when a failure stops the store. */
  onFatal: (sentence: string) => void;
};

/**
 * Group commit: all jobs that are queued when a transaction begins share it, and the callback of each is called once the
 * transaction is on the disk.
 */
export class WriteQueue {
  readonly #environment: Environment;
  readonly #hooks: TransactionHooks;
  #waiting: Job[] = [];
  /** The jobs of the current transaction. */
  #taken: readonly Job[] = [];
  #running: Promise<void> | null = null;
  #visible: Promise<unknown> = Promise.resolve();
  #committing = false;
  #fatal: string | null = null;

  constructor(environment: Environment, hooks: TransactionHooks) {
    this.#environment = environment;
    this.#hooks = hooks;
  }

  /** True from the end of a transaction's jobs until what they wrote can be read. */
  get isCommitting(): boolean {
    return this.#committing;
  }

  /** Resolves when the current transaction has been rolled back, or has been committed and its writes can be read. */
  async visible(): Promise<void> {
    await this.#visible.catch(() => undefined);
  }

  /**
   * Runs work inside a write transaction. Resolves when the work is durable. The work is synchronous and is never
   * interrupted. If it throws a MongoError, its transaction is committed all the same. Rejects with the error of the
   * work or of the commit.
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.add({ work, resolve: (value) => resolve(value as T), reject });
    });
  }

  /** As {@link run}, with callbacks instead of a promise: a promise costs more than a small write. */
  add(job: Job): void {
    if (this.#fatal !== null) {
      job.reject(stopped(this.#fatal));
      return;
    }
    this.#waiting.push(job);
    this.#running ??= this.#drain();
  }

  /**
   * Resolves when no job is queued or running, or when a job has not ended within {@link COMMIT_TIMEOUT_S}; never rejects.
   */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Stops accepting writes and rejects the queued writes: the file may lack what was acknowledged. */
  fail(sentence: string): void {
    if (this.#fatal !== null) return;
    this.#fatal = sentence;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#hooks.onFatal(sentence);
    for (const job of waiting) reject(job, stopped(sentence));
  }

  /** Waits for the queued writes and refuses all later ones. */
  async close(): Promise<void> {
    await this.idle();
    this.#fatal ??= 'The store is closed.';
  }

  #withTimeout<T>(commit: Promise<T>): Promise<T> {
    return withTimeout(commit, (sentence) => this.fail(sentence));
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#commit();
    } catch (error) {
      const sentence = `The file cannot be read (${messageOf(error)}): the store stops.`;
      this.fail(sentence);
      for (const job of this.#taken) reject(job, stopped(sentence));
    } finally {
      this.#running = null;
    }
  }

  async #commit(): Promise<void> {
    const outcomes: Outcome[] = [];
    const { root, durability } = this.#environment;
    let transaction = Number.POSITIVE_INFINITY;
    this.#taken = [];
    try {
      const room = this.#hooks.makeRoom();
      const full = room && (await this.#withTimeout(room));
      this.#visible = root.childTransaction(() => {
        transaction = root.getWriteTxnId();
        const jobs = this.#waiting;
        this.#taken = jobs;
        this.#waiting = [];
        this.#environment.refusal = full;
        for (const job of jobs) outcomes.push(this.#attempt(job));
        this.#committing = true;
      });
      await this.#withTimeout(this.#visible);
      this.#committing = false;
      this.#hooks.onCommit();
      if (durability === 'disk') await this.#withTimeout(root.flushed);
    } catch (error) {
      this.#committing = false;
      this.#hooks.onRollback();
      if (error instanceof FailedJob) {
        reject(error.job, error.cause);
        this.#requeue(this.#taken.filter((job) => job !== error.job));
      } else this.#afterFailure(this.#taken, { transaction, reason: await reasonOf(error) });
      return;
    }
    const fatal = this.#hooks.fileError();
    if (fatal !== null) this.fail(fatal);
    if (this.#fatal !== null) {
      for (const job of this.#taken) reject(job, stopped(this.#fatal));
      return;
    }
    for (const { job, value, error } of outcomes) {
      if (error) reject(job, error);
      else answer(() => job.resolve(value));
    }
  }

  #attempt(job: Job): Outcome {
    try {
      return { job, value: job.work(), error: null };
    } catch (error) {
      if (error instanceof NoRoom) {
        // Nothing was written, so only what the job has changed in memory is undone.
        this.#hooks.onRollback();
        return { job, value: undefined, error: notStored(error.message) };
      }
      if (!(error instanceof MongoError)) throw new FailedJob(job, error);
      return { job, value: undefined, error };
    }
  }

  /**
   * A transaction that failed before it became visible has no effect, and the store continues: a full disk may have
   * room again. If the transaction is already visible, it was written but not flushed, and the store stops. The system
   * has dropped what it could not write: nothing read from now on is known to be on the disk, and no later flush would
   * report the loss.
   */
  #afterFailure(jobs: readonly Job[], { transaction, reason }: { transaction: number; reason: string }): void {
    if (this.#lastTransaction() >= transaction) {
      this.fail(`The disk did not store what was written to it (${reason}): the store stops.`);
    }
    const error = this.#fatal === null ? notStored(reason) : stopped(this.#fatal);
    for (const job of jobs) reject(job, error);
  }

  /** The number of the newest transaction that can be read. */
  #lastTransaction(): number {
    return Number(Reflect.get(this.#environment.root.getStats(), 'lastTxnId'));
  }

  /** Puts the jobs of a transaction that was rolled back to the front of the queue. */
  #requeue(jobs: readonly Job[]): void {
    if (this.#fatal === null) this.#waiting = [...jobs, ...this.#waiting];
    else for (const job of jobs) reject(job, stopped(this.#fatal));
  }
}

/** The result of a job, reported when its transaction is durable. */
type Outcome = { job: Job; value: unknown; error: MongoError | null };

/** Calls a callback of a job. An error in it is reported as uncaught: it is no failure of the file. */
function answer(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function reject(job: Job, error: unknown): void {
  answer(() => job.reject(error));
}
