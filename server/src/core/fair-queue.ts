export interface FairQueueLimits {
  /** Milliseconds between two turns. */
  readonly everyMs: number;
  /** The maximum time that a request waits for its turn, in milliseconds. */
  readonly waitMs: number;
  readonly waitingOfOne: number;
  readonly waiting: number;
}

interface Waiting {
  who: string;
  decide: (hasTurn: boolean) => void;
}

/**
 * A rate limiter that is fair between people: each turn goes to the person whose last turn is longest ago, however many
 * requests others have waiting.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #waiting: Waiting[] = [];
  /** People in the order of their last turn, the latest last. */
  readonly #served = new Set<string>();
  readonly #now: () => number;
  #nextAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(limits: FairQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Resolves with true when it is this person's turn; with false when no turn comes in time, or when too many requests
   * wait already. Never rejects.
   */
  turn(who: string): Promise<boolean> {
    const ofOne = this.#waiting.filter((one) => one.who === who).length;
    if (ofOne >= this.#limits.waitingOfOne || this.#waiting.length >= this.#limits.waiting) {
      return Promise.resolve(false);
    }
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => this.#take(one)?.decide(false), this.#limits.waitMs);
      const one: Waiting = {
        who,
        decide: (hasTurn) => {
          clearTimeout(giveUp);
          resolve(hasTurn);
        },
      };
      this.#waiting.push(one);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#timer || this.#waiting.length === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#serve();
        this.#schedule();
      },
      Math.max(0, this.#nextAt - this.#now()),
    );
  }

  #serve(): void {
    const order = [...this.#served];
    // A person without a last turn has the index -1 and comes first. Among equals, the earlier request comes first.
    const [next] = [...this.#waiting].sort((a, b) => order.indexOf(a.who) - order.indexOf(b.who));
    if (!next) return;
    this.#take(next);
    this.#nextAt = this.#now() + this.#limits.everyMs;
    this.#served.delete(next.who);
    this.#served.add(next.who);
    const [oldest] = this.#served;
    if (this.#served.size > this.#limits.waiting && oldest !== undefined) this.#served.delete(oldest);
    next.decide(true);
  }

  #take(one: Waiting): Waiting | undefined {
    const at = this.#waiting.indexOf(one);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}
