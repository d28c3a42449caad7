import type { Limits, Settle, SharedAttempts } from './attempts';

interface Waiter {
  origin: string;
  giveUp: NodeJS.Timeout | undefined;
  answer: (answer: Settle | number) => void;
}

/** The attempts on one key. Times are milliseconds of the monotonic clock. */
interface Tally {
  failed: number;
  running: number;
  endsAt: number;
  /** The time from which a slowed tally admits the next attempt. */
  nextAt: number;
  failedBy: Map<string, number>;
  waiting: Waiter[];
  timer: NodeJS.Timeout | undefined;
  /** Whether this node is requesting an attempt from all nodes. */
  isClaiming: boolean;
}

const MAX_TALLIES = 10_000;
const MAX_ORIGINS = 1_000;
const MAX_WAITING = 20;
/** Once the free failures are used up, an attempt waits at most `waitMs` plus this time (ms). */
const GRACE_MS = 2_000;
/** A node whose attempts all come from origins that have failed leaves a turn to the other nodes for this long (ms). */
const CEDE_MS = 200;

/**
 * Slows the attempts on a key down after failures, and never locks anybody out. The first `points` failures of a window
 * are free: they slow nothing down. Counts exactly, also under concurrent attempts: an attempt that could exceed the free
 * failures waits for the outcome of the running attempts. Once the free failures are used up, one attempt is admitted
 * every `waitMs`. The origin with the fewest failures is admitted first, so that an origin without failures does not wait
 * behind those that have failed. One attempt of each origin waits at a time; the origin's other attempts are refused with
 * the time after which to try again. In a cluster, all nodes count together, and a node with an attempt of an origin
 * without failures is admitted before the others.
 */
export class AttemptPace {
  readonly #pace: Limits;
  readonly #now: () => number;
  readonly #shared: () => SharedAttempts | null;
  readonly #tallies = new Map<string, Tally>();

  /** `shared` returns null if there are no other nodes; `now` is a monotonic clock in milliseconds. */
  constructor(
    pace: Limits,
    shared: () => SharedAttempts | null = () => null,
    now: () => number = () => performance.now(),
  ) {
    this.#pace = pace;
    this.#shared = shared;
    this.#now = now;
  }

  /** Whether attempts on this key are slowed down now. */
  isSlow(key: string): boolean {
    const tally = this.#tallies.get(key);
    return tally !== undefined && !this.#isOver(tally) && tally.failed >= this.#pace.points();
  }

  /**
   * Requests an attempt. Resolves with the function that reports its outcome, or with the milliseconds after which to
   * try again.
   */
  begin(key: string, origin: string): Promise<Settle | number> {
    const tally = this.#tallyOf(key);
    return new Promise((answer) => {
      tally.waiting.push({ origin, giveUp: undefined, answer });
      this.#admit(key, tally);
    });
  }

  /** Counts, on this node too, a failure that happened on another node. */
  countFailure(key: string, origin: string): void {
    this.#fail(this.#tallyOf(key), origin);
  }

  #isOver(tally: Tally): boolean {
    return tally.running === 0 && tally.endsAt <= this.#now();
  }

  #tallyOf(key: string): Tally {
    const known = this.#tallies.get(key);
    if (known && !this.#isOver(known)) return known;
    if (known) return this.#restart(known);
    this.#forgetOver();
    const endsAt = this.#now() + this.#pace.windowMs;
    const fresh = {
      failed: 0,
      running: 0,
      endsAt,
      nextAt: Number.NEGATIVE_INFINITY,
      failedBy: new Map(),
      waiting: [],
      timer: undefined,
      isClaiming: false,
    };
    this.#tallies.set(key, fresh);
    return fresh;
  }

  #restart(tally: Tally): Tally {
    clearTimeout(tally.timer);
    tally.failedBy.clear();
    return Object.assign(tally, {
      failed: 0,
      nextAt: Number.NEGATIVE_INFINITY,
      endsAt: this.#now() + this.#pace.windowMs,
    });
  }

  /** Admits the waiting attempts whose turn it is. */
  #admit(key: string, tally: Tally): void {
    const shared = this.#shared();
    if (shared) return void this.#admitShared(key, tally, shared);
    const points = this.#pace.points();
    while (tally.waiting.length > 0 && tally.failed + tally.running < points) this.#start(key, tally);
    if (tally.waiting.length === 0 || tally.failed < points) return;
    this.#trim(tally);
    clearTimeout(tally.timer);
    const left = tally.nextAt - this.#now();
    if (left <= 0) {
      tally.nextAt = this.#now() + this.#pace.waitMs();
      this.#start(key, tally);
    }
    if (tally.waiting.length > 0) this.#admitAt(key, tally, tally.nextAt);
  }

  #admitAt(key: string, tally: Tally, at: number): void {
    clearTimeout(tally.timer);
    tally.timer = setTimeout(() => this.#admit(key, tally), Math.max(1, at - this.#now()));
    tally.timer.unref();
  }

  /** Like `#admit`, for nodes that decide together: requests the attempts from them, one after the other. */
  async #admitShared(key: string, tally: Tally, shared: SharedAttempts): Promise<void> {
    if (tally.isClaiming) return;
    tally.isClaiming = true;
    try {
      while (tally.waiting.length > 0 && (await this.#claim(key, tally, shared)));
    } finally {
      tally.isClaiming = false;
    }
  }

  /** Starts the next attempt if the nodes admit it; otherwise requests it again later and returns false. */
  async #claim(key: string, tally: Tally, shared: SharedAttempts): Promise<boolean> {
    const isSlow = this.isSlow(key);
    if (isSlow) this.#trim(tally);
    for (const waiter of tally.waiting) waiter.giveUp ??= this.#giveUpLater(tally, waiter);
    const hasFailed = tally.failedBy.has(this.#inTurn(tally)[0]?.origin ?? '');
    const cedes = isSlow && hasFailed ? CEDE_MS : 0;
    const answer = tally.nextAt + cedes > this.#now() ? null : await shared.claim(key, isSlow);
    if (typeof answer === 'function') {
      this.#start(key, tally, answer);
      return true;
    }
    if (answer !== null) tally.nextAt = this.#now() + answer;
    this.#admitAt(key, tally, tally.nextAt + cedes);
    return false;
  }

  #start(key: string, tally: Tally, settleShared?: Settle): void {
    const next = this.#inTurn(tally)[0];
    if (!next) {
      settleShared?.('fine');
      return;
    }
    this.#drop(tally, next);
    tally.running += 1;
    let settled = false;
    next.answer((outcome) => {
      if (settled) return;
      settled = true;
      settleShared?.(outcome);
      this.#settle(key, tally, { origin: next.origin, outcome });
    });
  }

  /** The waiting attempts in order: by the failures of their origin, then by arrival. */
  #inTurn({ waiting, failedBy }: Tally): Waiter[] {
    const failures = ({ origin }: Waiter) => failedBy.get(origin) ?? 0;
    return waiting.toSorted((a, b) => failures(a) - failures(b));
  }

  /**
   * Keeps one waiting attempt of each origin of a slowed tally, up to a maximum, each for a limited time; refuses the
   * others.
   */
  #trim(tally: Tally): void {
    const origins = new Set<string>();
    for (const waiter of this.#inTurn(tally)) {
      if (origins.has(waiter.origin) || origins.size >= MAX_WAITING) this.#refuse(tally, waiter);
      else waiter.giveUp ??= this.#giveUpLater(tally, waiter);
      origins.add(waiter.origin);
    }
  }

  #giveUpLater(tally: Tally, waiter: Waiter): NodeJS.Timeout {
    const timer = setTimeout(() => this.#refuse(tally, waiter), this.#pace.waitMs() + GRACE_MS);
    return timer.unref();
  }

  #refuse(tally: Tally, waiter: Waiter): void {
    this.#drop(tally, waiter);
    waiter.answer(Math.max(1, tally.nextAt - this.#now(), this.#pace.waitMs()));
  }

  #drop(tally: Tally, waiter: Waiter): void {
    clearTimeout(waiter.giveUp);
    tally.waiting = tally.waiting.filter((other) => other !== waiter);
  }

  #settle(key: string, tally: Tally, { origin, outcome }: { origin: string; outcome: 'failed' | 'fine' }): void {
    tally.running -= 1;
    if (outcome === 'failed') {
      this.#fail(tally, origin);
      this.#shared()?.failed(key, origin);
    } else {
      // After a successful attempt, the next one need not wait.
      tally.nextAt = Math.min(tally.nextAt, this.#now());
    }
    this.#admit(key, tally);
    if (tally.failed === 0 && tally.running === 0 && tally.waiting.length === 0) this.#tallies.delete(key);
  }

  #fail(tally: Tally, origin: string): void {
    if (tally.failed === 0) tally.endsAt = this.#now() + this.#pace.windowMs;
    tally.failed += 1;
    const before = tally.failedBy.get(origin) ?? 0;
    if (before > 0 || tally.failedBy.size < MAX_ORIGINS) tally.failedBy.set(origin, before + 1);
  }

  /** Bounds the memory under a flood of made-up keys. */
  #forgetOver(): void {
    if (this.#tallies.size < MAX_TALLIES) return;
    for (const [key, tally] of this.#tallies) {
      if (this.#isOver(tally) && tally.waiting.length === 0) this.#tallies.delete(key);
    }
  }
}
