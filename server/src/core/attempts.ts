/** Reports the outcome of an attempt. */
export type Settle = (outcome: 'failed' | 'fine') => void;

/** The attempts and failures that the nodes of a cluster count together. */
export interface SharedAttempts {
  /**
   * Requests one attempt on this key; `isSlow` is true if the free failures are known to be used up. Resolves with the
   * function that reports its outcome, or with the milliseconds after which to request it again.
   */
  claim(key: string, isSlow: boolean): Promise<Settle | number>;
  /** Called after each failure on this node. */
  failed(key: string, origin: string): void;
}

/** The limits. They are read for each attempt, because settings may change in a running process (tests). */
export interface Limits {
  /** Failures that are free within the window, which begins with the first failure. */
  readonly points: () => number;
  readonly windowMs: number;
  /** Milliseconds between two admitted attempts beyond the free failures. */
  readonly waitMs: () => number;
}
