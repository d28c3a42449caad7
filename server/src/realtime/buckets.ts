/** How often one user may do something: `perSecond` in the long run, `burst` at once. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_BUCKETS = 10_000;

/**
 * Token buckets by user, so that more sockets do not buy more messages. The returned function takes one token and tells
 * whether there was one. `now` gives milliseconds that never go back.
 */
export function buckets({ perSecond, burst }: Allowance, now: () => number = () => performance.now()) {
  const held = new Map<string, Bucket>();

  function dropFull(at: number): void {
    for (const [who, bucket] of held) {
      if (bucket.tokens + ((at - bucket.at) / 1000) * perSecond >= burst) held.delete(who);
    }
  }

  return function take(who: string): boolean {
    const at = now();
    let bucket = held.get(who);
    if (!bucket) {
      if (held.size >= MAX_BUCKETS) dropFull(at);
      bucket = { tokens: burst, at };
      held.set(who, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}
