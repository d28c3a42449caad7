/** The rate limit of one caller: `perSecond` tokens per second in the long run, a burst of `burst` tokens. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets, one for each caller. */
export interface Buckets {
  /**
   * Takes the tokens (default 1) and returns 0 if the bucket has them; otherwise returns the seconds until it has them.
   */
  take(who: string, tokens?: number): number;
  /** The seconds until the bucket has the tokens; 0 if it has them now. Takes no tokens. */
  waitFor(who: string, tokens: number): number;
  /** Takes tokens for work that is done already; the balance may become negative. */
  charge(who: string, tokens: number): void;
}

const MAX_BUCKETS = 10_000;
/** Removing full buckets takes milliseconds, so it is not done for every new caller. */
const DROP_EVERY_MS = 1_000;

/** Makes token buckets with the limits that `allowance` returns at each call. `now` is a monotonic clock in milliseconds. */
export function buckets(allowance: () => Allowance, now: () => number = () => performance.now()): Buckets {
  const held = new Map<string, Bucket>();
  let droppedAt = Number.NEGATIVE_INFINITY;

  function fill(bucket: Bucket, at: number): void {
    const { perSecond, burst } = allowance();
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
  }

  function dropFull(at: number): void {
    if (held.size < MAX_BUCKETS || at - droppedAt < DROP_EVERY_MS) return;
    droppedAt = at;
    const { burst } = allowance();
    for (const [who, bucket] of held) {
      fill(bucket, at);
      if (bucket.tokens >= burst) held.delete(who);
    }
  }

  function bucketOf(who: string): Bucket {
    const at = now();
    let bucket = held.get(who);
    if (!bucket) {
      dropFull(at);
      bucket = { tokens: allowance().burst, at };
      held.set(who, bucket);
    }
    fill(bucket, at);
    return bucket;
  }

  function waitFor(who: string, tokens: number): number {
    // A cost above `burst` is accepted by a full bucket, which then has a negative balance.
    const missing = Math.min(tokens, allowance().burst) - bucketOf(who).tokens;
    return Math.max(0, missing) / allowance().perSecond;
  }

  return {
    waitFor,
    take(who, tokens = 1) {
      const wait = waitFor(who, tokens);
      if (wait === 0) bucketOf(who).tokens -= tokens;
      return wait;
    },
    charge(who, tokens) {
      bucketOf(who).tokens -= tokens;
    },
  };
}
