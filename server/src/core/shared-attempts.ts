import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits, SharedAttempts } from './attempts';
import { type Limiter, limiterOf } from './limiters';

/**
 * A node that finds no free failure left requests its attempt again after this time (ms), because attempts that still run
 * on other nodes may return theirs. A free failure is one of the failures of a window that slow no attempt down.
 */
const ASK_AGAIN_MS = 50;

/**
 * Makes the function that requests an attempt of this name from all nodes. Each attempt takes a free failure before it
 * runs, and a successful attempt returns the free failure, so that the count is exact under concurrent attempts on
 * several nodes. Once the free failures are used up, one attempt of all nodes is admitted at a time; the next one after
 * `waitMs`, rounded up to whole seconds, or once the admitted attempt has succeeded.
 */
export function claimShared(name: string, { points, windowMs, waitMs }: Limits): SharedAttempts['claim'] {
  const free = () => limiterOf(`${name}, failures`, { points: points(), seconds: windowMs / 1000 });
  const turns = () => limiterOf(`${name}, turns`, { points: 1, seconds: Math.ceil(waitMs() / 1000) });
  return async (key, isSlow) => {
    if (!isSlow) {
      if ((await takeFrom(free(), key)) === 0) {
        return (outcome) => void (outcome === 'fine' && ignoring(free().reward(key)));
      }
      await ignoring(free().reward(key));
    }
    const wait = await takeFrom(turns(), key);
    if (wait > 0) return isSlow ? wait : Math.min(wait, ASK_AGAIN_MS);
    return (outcome) => void ignoring(outcome === 'fine' ? turns().delete(key) : takeFrom(free(), key));
  };
}

/** Takes one use and returns 0, or returns the milliseconds until a use is available. */
async function takeFrom(limiter: Limiter, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
    throw refusal;
  }
}

/** Ignores a failure of `work`: a use that cannot be given back ends with its window. */
async function ignoring(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
