import { RateLimiterCluster, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, LimiterOptions, MakeLimiter } from './limiters';
import { type RedisPublisher, redisState } from './redis';
import { within } from './within';

/** A call waits at most this long for Redis (ms); then it is counted in this process. */
const REDIS_WITHIN_MS = 100;
/** After Redis has not answered in time, calls are counted in this process for this long (ms) without asking it. */
const NOT_ASKED_MS = 500;
/** A call waits at most this long for the first process of the machine (ms). */
const PRIMARY_WITHIN_MS = 1_000;

/** The commands that the limiters use. */
type RedisCommands = Pick<RedisPublisher, 'eval' | 'del'>;

/**
 * Limiters that count in Redis, for all nodes. If Redis does not answer within 100 ms, each process counts for itself:
 * no call fails, and no call waits for a Redis that is known to be silent.
 */
export function redisLimiters(redis: RedisCommands): MakeLimiter {
  const client = promptly(redis);
  return (options) => {
    const keyPrefix = `boli:limit:${options.keyPrefix}`;
    const insuranceLimiter = new RateLimiterMemory({ ...options, keyPrefix });
    return new RateLimiterRedis({
      ...options,
      keyPrefix,
      storeClient: client,
      useRedisPackage: true,
      insuranceLimiter,
    });
  };
}

/** The commands, each of which rejects when Redis is away or does not answer in time. */
function promptly(redis: RedisCommands): RedisCommands {
  let askAgainAt = Number.NEGATIVE_INFINITY;
  const prompt = async <T>(command: () => Promise<T>): Promise<T> => {
    if (redisState() !== 'ok' || performance.now() < askAgainAt) throw new Error('Redis is away');
    const reply = command();
    const answers = reply.then(
      () => true,
      () => true,
    );
    if (await within(answers, REDIS_WITHIN_MS)) return reply;
    askAgainAt = performance.now() + NOT_ASKED_MS;
    // A Redis that was only late is used again immediately.
    void answers.then(() => {
      askAgainAt = Number.NEGATIVE_INFINITY;
    });
    throw new Error('Redis did not answer in time');
  };
  return {
    eval: (script, options) => prompt(() => redis.eval(script, options)),
    del: (key) => prompt(() => redis.del(key)),
  };
}

/** Limiters of a worker that count in the first process of the machine, for all its workers. */
export const workerLimiters: MakeLimiter = (options) => new WorkerLimiter(options);

/** Counts in this process if the first process of the machine does not answer; the package has no option for this. */
class WorkerLimiter implements Limiter {
  readonly #shared: RateLimiterCluster;
  readonly #own: RateLimiterMemory;

  constructor(options: LimiterOptions) {
    this.#shared = new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_WITHIN_MS });
    this.#own = new RateLimiterMemory(options);
  }

  consume(key: string): Promise<RateLimiterRes> {
    return this.#shared.consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) throw error;
      return this.#own.consume(key);
    });
  }

  reward(key: string): Promise<unknown> {
    return this.#shared.reward(key).catch(() => this.#own.reward(key));
  }

  delete(key: string): Promise<boolean> {
    return this.#shared.delete(key).catch(() => this.#own.delete(key));
  }
}
