import { createHmac } from 'node:crypto';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { derivedKey } from './secrets';

/** The methods of a limiter of the package `rate-limiter-flexible` that are used. */
export interface Limiter {
  /** Counts one use. Rejects with `RateLimiterRes` beyond the points of the window. */
  consume(key: string): Promise<RateLimiterRes>;
  /** Takes one use back. */
  reward(key: string): Promise<unknown>;
  /** Takes every use of the window back. */
  delete(key: string): Promise<boolean>;
}

/** The options of a limiter: `points` uses in a window of `duration` seconds. */
export interface LimiterOptions {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}

/** Makes a limiter. */
export type MakeLimiter = (options: LimiterOptions) => Limiter;

const inMemory: MakeLimiter = (options) => new RateLimiterMemory(options);
const limiters = new Map<string, Limiter>();
let make = inMemory;

/**
 * Later limiters are made by `shared` and count for all nodes of a cluster; with null, each process counts for itself.
 */
export function shareLimiters(shared: MakeLimiter | null): void {
  limiters.clear();
  make = shared ?? inMemory;
}

/** Whether the limiters count for all nodes of a cluster. */
export function areLimitersShared(): boolean {
  return make !== inMemory;
}

/** The limiter of this name: `points` uses in a window of `seconds`. */
export function limiterOf(name: string, { points, seconds }: { points: number; seconds: number }): Limiter {
  const keyPrefix = `${name}:${points}:${seconds}`;
  const limiter = limiters.get(keyPrefix) ?? make({ keyPrefix, points, duration: seconds });
  limiters.set(keyPrefix, limiter);
  return limiter;
}

/** The key of a limiter for an email or an IP address, hashed so that nobody can read it in Redis. */
export function limiterKey(text: string): string {
  return createHmac('sha256', derivedKey('keys of limiters')).update(text).digest('base64url');
}
