/** How much one caller may take: `perSecond` tokens in the long run, `burst` at once. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets by caller. */
export interface Buckets {
  /** Takes so many tokens (one unless said) where there are as many; gives 0 then, else the seconds until there are. */
  take(who: string, tokens?: number): number;
  /** The seconds until there are so many tokens; 0 where they are there. Takes none. */
  waitFor(who: string, tokens: number): number;
  /** Takes tokens for what has been done already: there may be fewer than none afterwards. */
  charge(who: string, tokens: number): void;
}

const MAX_BUCKETS = 10_000;
/** Looking through all buckets for full ones costs milliseconds: not for every newcomer. */
const DROP_EVERY_MS = 1_000;

/** Makes buckets that hold to `allowance`, as it is at each call. `now` gives milliseconds that never go back. */
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
    // What costs more than all at once is let through by a full bucket, and owed.
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
