import { clock } from './clock';

interface Tally {
  failed: number;
  running: number;
  endsAt: number;
  waiting: (() => void)[];
}

/** What an attempt reports when it is known how it went. */
export type Settle = (outcome: 'failed' | 'fine') => void;

/**
 * A limit that counts failures only, exactly, also when many attempts run at once: an attempt that could exceed the
 * limit waits until the running ones are known to have failed or not.
 */
export class FailureLimit {
  readonly points: () => number;
  readonly windowMs: number;
  readonly #tallies = new Map<string, Tally>();

  /** `points` failures are allowed within `windowMs` of the first one. */
  constructor(points: () => number, windowMs: number) {
    this.points = points;
    this.windowMs = windowMs;
  }

  /** Asks to attempt. Answers how to settle the attempt, or the milliseconds to wait when the limit is reached. */
  async begin(key: string): Promise<Settle | number> {
    for (;;) {
      const tally = this.#tallyOf(key);
      if (tally.failed >= this.points()) return tally.endsAt - clock.millis();
      if (tally.failed + tally.running < this.points()) {
        tally.running += 1;
        return (outcome) => this.#settle(key, tally, outcome);
      }
      await new Promise<void>((resolve) => tally.waiting.push(resolve));
    }
  }

  #tallyOf(key: string): Tally {
    const known = this.#tallies.get(key);
    if (known && (known.running > 0 || known.endsAt > clock.millis())) return known;
    this.#forgetEnded();
    const fresh = { failed: 0, running: 0, endsAt: clock.millis() + this.windowMs, waiting: [] };
    this.#tallies.set(key, fresh);
    return fresh;
  }

  #settle(key: string, tally: Tally, outcome: 'failed' | 'fine'): void {
    tally.running -= 1;
    if (outcome === 'failed') {
      if (tally.failed === 0) tally.endsAt = clock.millis() + this.windowMs;
      tally.failed += 1;
    }
    for (const wake of tally.waiting.splice(0)) wake();
    if (tally.failed === 0 && tally.running === 0) this.#tallies.delete(key);
  }

  /** Keeps memory bounded under a flood of made-up accounts. */
  #forgetEnded(): void {
    if (this.#tallies.size < 10_000) return;
    for (const [key, tally] of this.#tallies) {
      if (tally.running === 0 && tally.endsAt <= clock.millis()) this.#tallies.delete(key);
    }
  }
}
