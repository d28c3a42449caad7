/** Whether a service may be called, and how many times: not at all, once, or twice if the first call fails. */
export type Turn = 'none' | 'once' | 'twice';

/** The first and the longest pause after a failure, in milliseconds. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/**
 * The shared state of a service's failures. After a failed request, no request is sent for a pause; then a single
 * request is tried. The pause doubles with each further failure. `now` is a monotonic clock in milliseconds.
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

  /** Returns whether to call this service now. A service that replaces another one starts without a pause. */
  turn(service: string): Turn {
    if (service !== this.#service) {
      this.#service = service;
      this.#pauseMs = 0;
      this.#silentUntil = this.#answeredAt = Number.NEGATIVE_INFINITY;
    }
    const now = this.#now();
    if (now < this.#silentUntil) return 'none';
    if (this.#pauseMs === 0) return 'twice';
    // Other requests are not sent before the outcome of this one, unless that takes longer than the pause.
    this.#silentUntil = now + this.#pauseMs;
    return 'once';
  }

  /** Records an answer. Returns whether it ends an outage. */
  answered(service: string): boolean {
    if (service !== this.#service) return false;
    this.#answeredAt = this.#now();
    this.#pauseMs = 0;
    this.#silentUntil = Number.NEGATIVE_INFINITY;
    const wasOut = this.#isOut;
    this.#isOut = false;
    return wasOut;
  }

  /** Records the failure of a request that was sent at `since`. Returns whether an outage begins with it. */
  failed(service: string, since: number, { first, longest }: Pauses): boolean {
    // The failure does not count if another service is used now, or if the service has answered other requests
    // meanwhile.
    if (service !== this.#service || this.#answeredAt >= since) return false;
    const now = this.#now();
    // Concurrent requests that fail count as one failure.
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
