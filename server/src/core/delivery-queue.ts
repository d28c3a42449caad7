import type { Counter } from 'prom-client';
import { clock } from './clock';
import { queues } from './delivery.metrics';
import { logger } from './logger';

/** A delivery to another service failed: permanently (`final`), or only now, because the service is away or busy. */
export class DeliveryFailed extends Error {
  readonly final: boolean;
  /** The service's reply code (450, 503), or the error code of the connection (ECONNECTION). */
  readonly code: string;
  /** The pause that the service requests (`Retry-After`), in milliseconds; 0 if it names none. */
  readonly pauseMs: number;

  constructor(code: string, final: boolean, pauseMs = 0) {
    super(`the delivery failed: ${code}`);
    this.code = code;
    this.final = final;
    this.pauseMs = pauseMs;
  }
}

/** The pause between two lines in the log on dropped messages, in milliseconds. */
const DROPS_LOG_MS = 60_000;

/** Something to be sent. Its message is written only when its turn comes, not within the call that requested it. */
export interface DeliveryJob<M> {
  /** The purpose of the message, which the log and the metrics name. */
  kind: string;
  /** The time (epoch milliseconds) after which it is not sent any more. */
  endsAt: number;
  /** The person for whom it is; needed if the queue has limits `ofOne`. */
  owner?: string;
  /** What the message is about: the job replaces an older job on the same subject that still waits. */
  subject?: string;
  /**
   * Writes the message; null when none is to be sent after all. Each attempt calls it until it has returned a message
   * once; if the queue has `writesAnew`, every attempt calls it.
   */
  write(): Promise<M | null>;
}

/** Sends one message. Rejects with `DeliveryFailed`; `signal` aborts the attempt. */
export type Send<M> = (message: M, signal: AbortSignal) => Promise<void>;

interface Waiting<M> extends DeliveryJob<M> {
  message: M | null;
  attempts: number;
  /** A newer job on its subject exists: this one is not tried again. */
  isReplaced: boolean;
}

export interface QueueLimits {
  /** The maximum number of jobs that wait or are being sent; further ones are dropped. */
  most: number;
  /** The maximum number of messages that are being sent concurrently. */
  atOnce: number;
  /** The same two maxima for the jobs of one owner. */
  ofOne?: { most: number; atOnce: number };
  /** The maximum time of one attempt, in milliseconds. */
  attemptMs: number;
  /**
   * The pauses in milliseconds before the second, third and further attempts; after the last attempt the message is
   * given up.
   */
  pausesMs: readonly number[];
}

type Outcome = 'sent' | 'delayed' | 'refused' | 'given_up' | 'replaced' | 'dropped';

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
 * Messages that wait to be sent to another service, in memory: limited in number, in time and in attempts. With limits
 * `ofOne`, their owners take turns. No call waits for them; failures are logged by kind and reply code, never with the
 * receiver or the content.
 */
export class DeliveryQueue<M> {
  readonly #options: QueueOptions<M>;
  /** In the order of their turns. */
  #ready: Waiting<M>[] = [];
  readonly #pauses = new Map<Waiting<M>, NodeJS.Timeout>();
  readonly #sending = new Map<Waiting<M>, Promise<void>>();
  readonly #closing = new AbortController();
  /** How many were dropped since dropped messages were last logged. */
  #drops = 0;
  #dropsLog: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions<M>) {
    this.#options = options;
    queues.add(this);
  }

  /** The name of a message in the singular. */
  get of(): string {
    return this.#options.of;
  }

  /** How many messages are waiting or being sent. */
  get size(): number {
    return this.#ready.length + this.#pauses.size + this.#sending.size;
  }

  /** Adds a job; drops it and returns false when the queue is closed, is full, or has too many jobs of this owner. */
  add(job: DeliveryJob<M>): boolean {
    this.#removeWaiting(job.subject);
    if (this.#closing.signal.aborted || this.size >= this.#options.limits.most || this.#isFullOf(job.owner)) {
      this.#drop(job);
      return false;
    }
    for (const other of this.#sending.keys()) other.isReplaced ||= isOn(job.subject, other);
    this.#ready.push({ ...job, message: null, attempts: 0, isReplaced: false });
    this.#work();
    return true;
  }

  /** Aborts the messages that are being sent and drops those that wait; resolves when nothing runs any more. */
  async close(): Promise<void> {
    if (this.size > 0)
      logger.warn({ waiting: this.size }, `no waiting ${this.#options.of} is sent any more: the server stops`);
    for (const timer of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
    this.#ready = [];
    this.#logDrops();
    this.#closing.abort();
    queues.delete(this);
    await Promise.all(this.#sending.values());
  }

  /** Removes the job on this subject that is not being sent. */
  #removeWaiting(subject: string | undefined): void {
    const old = [...this.#ready, ...this.#pauses.keys()].find((job) => isOn(subject, job));
    if (!old) return;
    clearTimeout(this.#pauses.get(old));
    this.#pauses.delete(old);
    this.#ready = this.#ready.filter((job) => job !== old);
    this.#count(old, 'replaced');
  }

  #isFullOf(owner: string | undefined): boolean {
    const { ofOne } = this.#options.limits;
    const all = [...this.#ready, ...this.#pauses.keys(), ...this.#sending.keys()];
    return ofOne !== undefined && all.filter((job) => job.owner === owner).length >= ofOne.most;
  }

  #work(): void {
    while (this.#sending.size < this.#options.limits.atOnce) {
      const job = this.#next();
      if (!job) return;
      const running = this.#attempt(job).finally(() => {
        this.#sending.delete(job);
        this.#work();
      });
      this.#sending.set(job, running);
    }
  }

  /**
   * Takes the job whose turn it is. With limits `ofOne`, the other jobs of its owner then wait behind the jobs of
   * everybody else. A job waits while an older job on its subject is being sent, so that the newest arrives last.
   */
  #next(): Waiting<M> | undefined {
    const { ofOne } = this.#options.limits;
    const sending = [...this.#sending.keys()];
    const hasPlace = (owner: string | undefined) =>
      !ofOne || sending.filter((job) => job.owner === owner).length < ofOne.atOnce;
    const isFirst = (subject: string | undefined) => !sending.some((job) => isOn(subject, job));
    const next = this.#ready.find(({ owner, subject }) => hasPlace(owner) && isFirst(subject));
    if (!next) return undefined;
    const others = this.#ready.filter((job) => job !== next && (!ofOne || job.owner !== next.owner));
    this.#ready = ofOne
      ? [...others, ...this.#ready.filter((job) => job.owner === next.owner && job !== next)]
      : others;
    return next;
  }

  async #attempt(job: Waiting<M>): Promise<void> {
    if (clock.database() >= job.endsAt) return this.#count(job, 'given_up');
    job.attempts += 1;
    const inTime = AbortSignal.any([AbortSignal.timeout(this.#options.limits.attemptMs), this.#closing.signal]);
    try {
      const message = job.message ?? (await job.write());
      if (!message) return;
      if (!this.#options.writesAnew) job.message = message;
      await this.#options.send(message, inTime);
      this.#count(job, 'sent');
    } catch (error) {
      if (job.isReplaced) this.#count(job, 'replaced');
      else this.#failed(job, error);
    }
  }

  #failed(job: Waiting<M>, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const planned = this.#options.limits.pausesMs[job.attempts - 1];
    const asked = error instanceof DeliveryFailed ? error.pauseMs : 0;
    const pause = planned === undefined ? undefined : Math.max(planned, asked);
    const isFinal = error instanceof DeliveryFailed && error.final;
    // A failure other than `DeliveryFailed` is internal, for example of the database.
    const reason = error instanceof DeliveryFailed ? { code: error.code } : { err: error };
    if (isFinal || pause === undefined || clock.database() + pause >= job.endsAt) {
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
  }

  #drop(job: DeliveryJob<M>): void {
    this.#count(job, 'dropped');
    this.#drops += 1;
    this.#dropsLog ??= setTimeout(() => this.#logDrops(), DROPS_LOG_MS).unref();
  }

  #logDrops(): void {
    clearTimeout(this.#dropsLog);
    this.#dropsLog = undefined;
    const { of } = this.#options;
    if (this.#drops > 0) logger.warn({ of, dropped: this.#drops }, 'messages were dropped: too many wait');
    this.#drops = 0;
  }
}

const isOn = (subject: string | undefined, job: DeliveryJob<unknown>) =>
  subject !== undefined && job.subject === subject;
