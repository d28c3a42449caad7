import { TooOften } from '../core/errors';

export interface TurnLimits {
  /** How many may be in at once, of all people and of one. */
  readonly atOnce: number;
  readonly ofOne: number;
  /** How many of one may wait; one more is refused. */
  readonly waitingOfOne: number;
}

interface Waiting {
  who: string;
  begin: () => void;
}

/** Lets in only so many at once and only so many of one person; the others wait, in the order in which they came. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #inside: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Waits for a turn; the function it gives ends the turn, once. Throws 429 when enough of this person wait already. */
  async enter(who: string): Promise<() => void> {
    if (this.#waiting.filter((one) => one.who === who).length >= this.#limits.waitingOfOne) throw new TooOften(5);
    await new Promise<void>((begin) => {
      this.#waiting.push({ who, begin });
      this.#admit();
    });
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside.splice(this.#inside.indexOf(who), 1);
      this.#admit();
    };
  }

  #admit(): void {
    for (const one of [...this.#waiting]) {
      if (this.#inside.length >= this.#limits.atOnce) return;
      if (this.#inside.filter((who) => who === one.who).length >= this.#limits.ofOne) continue;
      this.#inside.push(one.who);
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.begin();
    }
  }
}
