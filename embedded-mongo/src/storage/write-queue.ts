import { setTimeout as delay } from 'node:timers/promises';
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

const REASON_WITHIN_MS = 1_000;

/**
 * Why a commit failed: LMDB hands its reason, such as a full disk, in a promise of its own, a moment later. It never does
 * where the reason's number is one of its own signals, as that of EPERM is.
 */
function reasonOf(error: unknown): Promise<string> {
  const inner: unknown = error instanceof Error ? Reflect.get(error, 'commitError') : undefined;
  const none = messageOf(error);
  return Promise.race([
    Promise.resolve(inner).then(() => none, messageOf),
    delay(REASON_WITHIN_MS, none, { ref: false }),
  ]);
}

function notStored(reason: string): MongoError {
  return mongoError(14031, 'OutOfDiskSpace', `The write could not be stored on the disk: ${reason}`);
}

function stopped(sentence: string): MongoError {
  return mongoError(91, 'ShutdownInProgress', sentence);
}

/** How many seconds a commit may take: a disk that answers nothing at all would keep every caller waiting for ever. */
const COMMIT_WITHIN_S = 30;

/**
 * What was awaited, or a rejection after {@link COMMIT_WITHIN_S}, before which `late` is called. Seconds are counted one by
 * one, so that those in which this process was stopped or busy are none.
 */
function inTime<T>(awaited: Promise<T>, late: (sentence: string) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let seconds = 0;
    const count = setInterval(() => {
      if (++seconds < COMMIT_WITHIN_S) return;
      const sentence = `The disk has not taken what was written to it for ${COMMIT_WITHIN_S} seconds: the store stops.`;
      late(sentence);
      reject(new Error(sentence));
    }, 1_000);
    count.unref();
    awaited.then(resolve, reject).finally(() => clearInterval(count));
  });
}

/** What hears how a transaction went, before anybody else does. */
export type TransactionHooks = {
  /** What the works wrote can be read. */
  onCommit: () => void;
  /** Sets back what the works of a failed transaction changed in memory. */
  onRollback: () => void;
  /** A sentence where the file under the store has gone: what was written to it vanishes. */
  fileError: () => string | null;
  /** Hears once that the store is given up, and why. */
  onFatal: (sentence: string) => void;
};

/**
 * Group commit: all writes that wait when a transaction begins go into it together, and every caller hears of its own
 * once the transaction is on the disk.
 */
export class WriteQueue {
  readonly #environment: Environment;
  readonly #hooks: TransactionHooks;
  #waiting: Job[] = [];
  #running: Promise<void> | null = null;
  #visible: Promise<unknown> = Promise.resolve();
  #committing = false;
  #fatal: string | null = null;

  constructor(environment: Environment, hooks: TransactionHooks) {
    this.#environment = environment;
    this.#hooks = hooks;
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
    if (this.#fatal !== null) {
      job.reject(stopped(this.#fatal));
      return;
    }
    this.#waiting.push(job);
    this.#running ??= this.#drain();
  }

  /** Resolves when nothing waits or runs. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Takes no more writes, and rejects those that wait: what the file holds is not what its callers were told. */
  fail(sentence: string): void {
    if (this.#fatal !== null) return;
    this.#fatal = sentence;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#hooks.onFatal(sentence);
    for (const job of waiting) job.reject(stopped(sentence));
  }

  #inTime<T>(commit: Promise<T>): Promise<T> {
    return inTime(commit, (sentence) => this.fail(sentence));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit();
    this.#running = null;
  }

  async #commit(): Promise<void> {
    const outcomes: Outcome[] = [];
    const { root, durability } = this.#environment;
    let jobs: Job[] = [];
    let transaction = Number.POSITIVE_INFINITY;
    try {
      this.#visible = root.childTransaction(() => {
        transaction = root.getWriteTxnId();
        jobs = this.#waiting;
        this.#waiting = [];
        for (const job of jobs) outcomes.push(attempt(job));
        this.#committing = true;
      });
      await this.#inTime(this.#visible);
      this.#committing = false;
      this.#hooks.onCommit();
      if (durability === 'disk') await this.#inTime(root.flushed);
    } catch (error) {
      this.#committing = false;
      this.#hooks.onRollback();
      if (error instanceof BrokenJob) this.#setBack(jobs, error);
      else this.#afterFailure(jobs, { transaction, reason: await reasonOf(error) });
      return;
    }
    const fatal = this.#hooks.fileError();
    if (fatal !== null) this.fail(fatal);
    if (this.#fatal !== null) {
      for (const job of jobs) job.reject(stopped(this.#fatal));
      return;
    }
    for (const { job, value, error } of outcomes) {
      if (error) job.reject(error);
      else job.resolve(value);
    }
  }

  /**
   * A transaction that failed before it could be read is as if it had never been: a disk that was full may have room
   * again. One that can be read was written and not flushed: the system has dropped what it could not write, so nothing
   * that is read from now on is known to be on the disk, and no later flush would tell.
   */
  #afterFailure(jobs: readonly Job[], { transaction, reason }: { transaction: number; reason: string }): void {
    if (this.#lastTransaction() >= transaction) {
      this.fail(`The disk did not take what was written to it (${reason}): the store stops.`);
    }
    const error = this.#fatal === null ? notStored(reason) : stopped(this.#fatal);
    for (const job of jobs) job.reject(error);
  }

  /** The number of the newest transaction that can be read. */
  #lastTransaction(): number {
    return Number(Reflect.get(this.#environment.root.getStats(), 'lastTxnId'));
  }

  #setBack(jobs: readonly Job[], error: BrokenJob): void {
    error.job.reject(error.cause);
    this.#waiting = [...jobs.filter((job) => job !== error.job), ...this.#waiting];
  }
}

/** How a job went; its caller hears of it when the transaction is durable. */
type Outcome = { job: Job; value: unknown; error: MongoError | null };

function attempt(job: Job): Outcome {
  try {
    return { job, value: job.work(), error: null };
  } catch (error) {
    if (!(error instanceof MongoError)) throw new BrokenJob(job, error);
    return { job, value: undefined, error };
  }
}
