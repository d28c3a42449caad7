import { Counter } from 'prom-client';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { type Mail, MailFailed, type MailKind, type SendMail } from './mail';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A mail to be sent. It is written only when its turn comes, outside of the call that asked for it. */
export interface MailJob {
  kind: MailKind;
  /** The time (epoch milliseconds) after which the mail is not sent any more. */
  endsAt: number;
  /** Writes the mail; null when none is to be sent after all. Repeated until it succeeds. */
  write(): Promise<Mail | null>;
}

interface Waiting extends MailJob {
  mail: Mail | null;
  attempts: number;
}

export interface QueueLimits {
  /** The maximum number of waiting jobs; further ones are dropped. */
  most: number;
  /** The maximum number of mails that are being sent concurrently. */
  atOnce: number;
  /** The maximum time of one attempt, in milliseconds. */
  attemptMs: number;
  /**
   * The pauses in milliseconds before the second, third and further attempts; after the last one the mail is dropped.
   */
  pausesMs: readonly number[];
}

/** Greylisting servers accept a mail that is sent again after one to fifteen minutes. */
const productLimits: QueueLimits = {
  most: 1_000,
  atOnce: 4,
  attemptMs: 30 * SECOND,
  pausesMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 10 * MINUTE],
};

const outcomes = new Counter({
  name: 'mails_total',
  help: 'Mails by kind and outcome: sent, delayed (tried again later), refused (for good), given_up, dropped (queue full)',
  labelNames: ['kind', 'outcome'] as const,
  registers: [registry],
});

/**
 * Mails that wait to be sent, in memory: limited in number, in time and in attempts. No call waits for them; failures
 * are logged by kind and reply code, never with the address or the content.
 */
export class MailQueue {
  readonly #send: SendMail;
  readonly #limits: QueueLimits;
  readonly #ready: Waiting[] = [];
  readonly #pauses = new Map<Waiting, NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(send: SendMail, limits: QueueLimits = productLimits) {
    this.#send = send;
    this.#limits = limits;
  }

  /** How many mails are waiting or being sent. */
  get size(): number {
    return this.#ready.length + this.#pauses.size + this.#sending.size;
  }

  /** Adds a job; returns false when the queue is full or closed. */
  add(job: MailJob): boolean {
    if (this.#closing.signal.aborted || this.size >= this.#limits.most) {
      this.#count(job, 'dropped');
      return false;
    }
    this.#ready.push({ ...job, mail: null, attempts: 0 });
    this.#work();
    return true;
  }

  /** Aborts the mails that are being sent and drops those that wait; resolves when nothing runs any more. */
  async close(): Promise<void> {
    if (this.size > 0) logger.warn({ mails: this.size }, 'mails that waited are not sent: the server stops');
    for (const timer of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
    this.#ready.length = 0;
    this.#closing.abort();
    await Promise.all(this.#sending);
  }

  #work(): void {
    while (this.#sending.size < this.#limits.atOnce) {
      const job = this.#ready.shift();
      if (!job) return;
      const running: Promise<void> = this.#attempt(job).finally(() => {
        this.#sending.delete(running);
        this.#work();
      });
      this.#sending.add(running);
    }
  }

  async #attempt(job: Waiting): Promise<void> {
    if (Date.now() >= job.endsAt) return this.#count(job, 'given_up');
    job.attempts += 1;
    const inTime = AbortSignal.any([AbortSignal.timeout(this.#limits.attemptMs), this.#closing.signal]);
    try {
      job.mail ??= await job.write();
      if (!job.mail) return;
      await this.#send(job.mail, inTime);
      this.#count(job, 'sent');
    } catch (error) {
      this.#failed(job, error);
    }
  }

  #failed(job: Waiting, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const pause = this.#limits.pausesMs[job.attempts - 1];
    const isFinal = error instanceof MailFailed && error.final;
    // A failure without an answer of the mail server is our own, for example of the database.
    const reason = error instanceof MailFailed ? { code: error.code } : { err: error };
    if (isFinal || pause === undefined || Date.now() + pause >= job.endsAt) {
      logger.warn({ kind: job.kind, attempts: job.attempts, ...reason }, 'a mail could not be sent');
      this.#count(job, isFinal ? 'refused' : 'given_up');
      return;
    }
    this.#count(job, 'delayed');
    const timer = setTimeout(() => {
      this.#pauses.delete(job);
      this.#ready.push(job);
      this.#work();
    }, pause);
    timer.unref();
    this.#pauses.set(job, timer);
  }

  #count({ kind }: MailJob, outcome: 'sent' | 'delayed' | 'refused' | 'given_up' | 'dropped'): void {
    outcomes.inc({ kind, outcome });
    if (outcome === 'dropped') logger.warn({ kind }, 'a mail was dropped: too many wait');
  }
}
