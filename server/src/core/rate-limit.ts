import { RateLimiterRes } from 'rate-limiter-flexible';
import { TooOften } from './errors';
import { limiterKey, limiterOf } from './limiters';

/**
 * Counts one use of `name` by `who`, over all nodes of a cluster; throws 429 with the seconds to wait when more than
 * `points` uses fall into one window of `seconds`.
 */
export async function countUse(name: string, who: string, limit: { points: number; seconds: number }): Promise<void> {
  try {
    await limiterOf(name, limit).consume(limiterKey(who));
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new TooOften(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}
