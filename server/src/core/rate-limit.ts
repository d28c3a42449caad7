import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooOften } from './errors';

const limiters = new Map<string, RateLimiterMemory>();

/**
 * Counts one use of `name` by `who`; throws 429 with the seconds to wait when more than `points` uses fall into one
 * window of `seconds`.
 */
export async function countUse(name: string, who: string, limit: { points: number; seconds: number }): Promise<void> {
  const id = `${name}:${limit.points}:${limit.seconds}`;
  const limiter =
    limiters.get(id) ?? new RateLimiterMemory({ keyPrefix: id, points: limit.points, duration: limit.seconds });
  limiters.set(id, limiter);
  try {
    await limiter.consume(who);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new TooOften(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}
