import { Counter } from 'prom-client';
import { logger } from './logger';
import { registry } from './metrics';

/** A delivery to another service failed permanently (`final`) or temporarily: the service is away or busy. */
export class DeliveryFailed extends Error {
  readonly final: boolean;
  /** The service's reply code (450, 503), or the error code of the connection (ECONNECTION). */
  readonly code: string;

  constructor(code: string, final: boolean) {
    super(`the delivery failed: ${code}`);
    this.code = code;
    this.final = final;
  }
}

/** Something to be sent. It is written only when its turn comes, outside of the call that asked for it. */
export interface DeliveryJob<M> {
  /** The purpose of the message, which the log and the metrics name. */
  kind: string;
  /** The time (epoch milliseconds) after which it is not sent any more. */
  endsAt: number;
  /**
   * Writes the message; null when none is to be sent after all. Repeated until it succeeds, and called before each attempt
   * where the queue has `writesAnew`.
   */
  write(): Promise<M | null>;
}

/** Sends one message. Rejects with `DeliveryFailed`; `signal` aborts the attempt. */
export type Send<M> = (message: M, signal: AbortSignal) => Promise<void>;

interface Waiting<M> extends DeliveryJob<M> {
  message: M | null;
  attempts: number;
}

export interface QueueLimits {
  /** The maximum number of waiting jobs; further ones are dropped. */
  most: number;
  /** The maximum number of messages that are being sent concurrently. */
  atOnce: number;
  /** The maximum time of one attempt, in milliseconds. */
  attemptMs: number;
  /**
   * The pauses in milliseconds before the second, third and further attempts; after the last one the message is dropped.
   */
  pausesMs: readonly number[];
}

type Outcome = 'sent' | 'delayed' | 'refused' | 'given_up' | 'dropped';

/** The metric of a queue: its messages by kind and outcome. `of` is their name in the plural, such as "mails". */
export function countOutcomes(of: string): Counter<'kind' | 'outcome'> {
  return new Counter({
    name: `${of}_total`,
    help: `${of} by kind and outcome: sent, delayed (tried again later), refused (for good), given_up, dropped (queue full)`,
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  });
}

interface QueueOptions<M> {
  /** The name of a message in the singular, for the log, such as "mail". */
  of: string;
  send: Send<M>;
  limits: QueueLimits;
  outcomes: Counter<'kind' | 'outcome'>;
  /** Whether each later attempt writes the message again, for content that may have changed meanwhile. */
  writesAnew?: boolean;
}

/**
 * Messages that wait in memory to be sent to another service. Their number, their time and their attempts are limited.
 * No call waits for them. Failures are logged by kind and reply code, never with the receiver or the content.
 */
export class DeliveryQueue<M> {
  readonly #options: QueueOptions<M>;
  readonly #ready: Waiting<M>[] = [];
  readonly #pauses = new Map<Waiting<M>, NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(options: QueueOptions<M>) {
    this.#options = options;
  }

  /** How many messages are waiting or being sent. */
  get size(): number {
    return this.#ready.length + this.#pauses.size + this.#sending.size;
  }

  /** Adds a job; returns false when the queue is full or closed. */
  add(job: DeliveryJob<M>): boolean {
    if (this.#closing.signal.aborted || this.size >= this.#options.limits.most) {
      this.#count(job, 'dropped');
      return false;
    }
    this.#ready.push({ ...job, message: null, attempts: 0 });
    this.#work();
    return true;
  }

  /** Aborts the messages that are being sent and drops those that wait; resolves when nothing runs any more. */
  async close(): Promise<void> {
    if (this.size > 0)
      logger.warn({ waiting: this.size }, `every ${this.#options.of} that waited is not sent: the server stops`);
    for (const timer of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
    this.#ready.length = 0;
    this.#closing.abort();
    await Promise.all(this.#sending);
  }

  #work(): void {
    while (this.#sending.size < this.#options.limits.atOnce) {
      const job = this.#ready.shift();
      if (!job) return;
      const running: Promise<void> = this.#attempt(job).finally(() => {
        this.#sending.delete(running);
        this.#work();
      });
      this.#sending.add(running);
    }
  }

  async #attempt(job: Waiting<M>): Promise<void> {
    if (Date.now() >= job.endsAt) return this.#count(job, 'given_up');
    job.attempts += 1;
    const inTime = AbortSignal.any([AbortSignal.timeout(this.#options.limits.attemptMs), this.#closing.signal]);
    try {
      const message = job.message ?? (await job.write());
      if (!message) return;
      if (!this.#options.writesAnew) job.message = message;
      await this.#options.send(message, inTime);
      this.#count(job, 'sent');
    } catch (error) {
      this.#failed(job, error);
    }
  }

  #failed(job: Waiting<M>, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const pause = this.#options.limits.pausesMs[job.attempts - 1];
    const isFinal = error instanceof DeliveryFailed && error.final;
    // A failure other than `DeliveryFailed` is internal, for example of the database.
    const reason = error instanceof DeliveryFailed ? { code: error.code } : { err: error };
    if (isFinal || pause === undefined || Date.now() + pause >= job.endsAt) {
      logger.warn({ kind: job.kind, attempts: job.attempts, ...reason }, `a ${this.#options.of} could not be sent`);
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

  #count({ kind }: DeliveryJob<M>, outcome: Outcome): void {
    this.#options.outcomes.inc({ kind, outcome });
    if (outcome === 'dropped') logger.warn({ kind }, `a ${this.#options.of} was dropped: too many wait`);
  }
}
