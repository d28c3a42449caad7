import type { MessageKey } from '@boli/shared/core/messages';
import { AppError, TooOften } from './errors';

export interface SemaphoreLimits {
  /** The number of permits, in all and for one holder. */
  readonly atOnce: number;
  readonly ofOne: number;
  /** The maximum number of waiting requests of one holder; further ones are refused. */
  readonly waitingOfOne: number;
  /** The maximum waiting time, in milliseconds. */
  readonly waitMs: number;
  /** The text of the 503 that follows the maximum waiting time. */
  readonly busy: MessageKey;
}

interface Waiting {
  holder: string;
  used: () => number;
  grant: () => void;
}

/**
 * A semaphore that also limits the permits of each holder. The waiting holder with the least use, by a given measure,
 * is served first, and among equals the holder whose request came first.
 */
export class FairSemaphore {
  readonly #limits: SemaphoreLimits;
  readonly #holders: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a permit and resolves with the function that releases it; calling that function again does nothing.
   * `used` returns the holder's use; it is called whenever permits are assigned. Throws 429 when too many requests of
   * this holder are waiting, 503 after the maximum waiting time.
   */
  async acquire(holder: string, used = () => 0): Promise<() => void> {
    if (this.#waiting.filter((one) => one.holder === holder).length >= this.#limits.waitingOfOne) throw new TooOften(5);
    await this.#permit(holder, used);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#holders.splice(this.#holders.indexOf(holder), 1);
      this.#grantPermits();
    };
  }

  #permit(holder: string, used: () => number): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const request: Waiting = {
        holder,
        used,
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(request), 1);
        reject(new AppError(503, this.#limits.busy, { retryAfter: 30 }));
      }, this.#limits.waitMs);
      this.#waiting.push(request);
      this.#grantPermits();
    });
  }

  #grantPermits(): void {
    const byUse = this.#waiting.map((request) => ({ request, used: request.used() })).sort((a, b) => a.used - b.used);
    for (const { request } of byUse) {
      if (this.#holders.length >= this.#limits.atOnce) return;
      if (this.#holders.filter((holder) => holder === request.holder).length >= this.#limits.ofOne) continue;
      this.#holders.push(request.holder);
      this.#waiting.splice(this.#waiting.indexOf(request), 1);
      request.grant();
    }
  }
}
