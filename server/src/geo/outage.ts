/** Whether a question may be asked of a service, and how often it may be tried. */
export type Turn = 'none' | 'once' | 'again';

/** How long a service is left alone after a failure: at first, and at most. In milliseconds. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/**
 * What all who ask one service know of its failures. After a failed question none is asked for a pause, which doubles with
 * each further failure; then a single one tries. `now` gives milliseconds that never go back.
 */
export class Outage {
  readonly #now: () => number;
  #service: string | null = null;
  #isOut = false;
  #pauseMs = 0;
  #silentUntil = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Says whether to ask this service now. Another service than before begins without a pause. */
  turn(service: string): Turn {
    if (service !== this.#service) {
      this.#service = service;
      this.#pauseMs = 0;
      this.#silentUntil = this.#answeredAt = Number.NEGATIVE_INFINITY;
    }
    const now = this.#now();
    if (now < this.#silentUntil) return 'none';
    if (this.#pauseMs === 0) return 'again';
    // The others wait for what becomes of this one.
    this.#silentUntil = now + this.#pauseMs;
    return 'once';
  }

  /** Notes an answer. Returns whether it ends an outage. */
  answered(service: string): boolean {
    if (service !== this.#service) return false;
    this.#answeredAt = this.#now();
    this.#pauseMs = 0;
    this.#silentUntil = Number.NEGATIVE_INFINITY;
    const wasOut = this.#isOut;
    this.#isOut = false;
    return wasOut;
  }

  /** Notes that a question begun at `since` has failed. Returns whether an outage begins with it. */
  failed(service: string, since: number, { first, longest }: Pauses): boolean {
    // Where others were answered meanwhile, the question was too hard, or a fresh service has taken over.
    if (service !== this.#service || this.#answeredAt >= since) return false;
    const now = this.#now();
    // Questions that were under way together are one failure.
    const isNew = this.#pauseMs === 0 || since >= this.#silentUntil - this.#pauseMs;
    if (isNew) this.#pauseMs = Math.min(longest, this.#pauseMs === 0 ? first : this.#pauseMs * 2);
    this.#silentUntil = Math.max(this.#silentUntil, now + this.#pauseMs);
    const begins = !this.#isOut;
    this.#isOut = true;
    return begins;
  }

  forget(): void {
    this.#service = null;
    this.#isOut = false;
  }
}
