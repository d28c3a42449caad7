import { AppError, TooOften } from '../core/errors';

export interface TurnLimits {
  /** How many may be in at once, of all and of one. */
  readonly atOnce: number;
  readonly ofOne: number;
  /** How many of one may wait; one more is refused. */
  readonly waitingOfOne: number;
  /** How long one waits at most, in milliseconds. */
  readonly waitMs: number;
}

interface Waiting {
  who: string;
  used: () => number;
  begin: () => void;
}

/**
 * Lets in only so many at once and only so many of one person. Of those who wait the one goes first who has used least, by
 * whatever measure is given, and among equals whoever came first.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #inside: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn; the function it gives ends the turn, once. `used` is asked again at each turn that is given. Throws 429 when enough of this person wait already, 503
   * after the longest wait.
   */
  async enter(who: string, used = () => 0): Promise<() => void> {
    if (this.#waiting.filter((one) => one.who === who).length >= this.#limits.waitingOfOne) throw new TooOften(5);
    await this.#turnOf(who, used);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside.splice(this.#inside.indexOf(who), 1);
      this.#admit();
    };
  }

  #turnOf(who: string, used: () => number): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        who,
        used,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        reject(new AppError(503, 'drivers.upload_busy', { retryAfter: 30 }));
      }, this.#limits.waitMs);
      this.#waiting.push(one);
      this.#admit();
    });
  }

  #admit(): void {
    const byUse = this.#waiting.map((one) => ({ one, used: one.used() })).sort((a, b) => a.used - b.used);
    for (const { one } of byUse) {
      if (this.#inside.length >= this.#limits.atOnce) return;
      if (this.#inside.filter((who) => who === one.who).length >= this.#limits.ofOne) continue;
      this.#inside.push(one.who);
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.begin();
    }
  }
}
