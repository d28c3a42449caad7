import type { createClient } from 'redis';
import { OperatorError } from './operator-error';

/** A connection to Redis: https://redis.io/docs/latest/develop/clients/nodejs */
export type RedisClient = ReturnType<typeof createClient>;

/** Sharded publish and subscribe exists from this version on. */
const OLDEST_MAJOR = 7;

/**
 * Two connections, because a connection that subscribes can send no other commands. They are opened once: if one of them
 * fails or is silent for too long, a new pair replaces both.
 */
export interface Pair {
  readonly publisher: RedisClient;
  readonly subscriber: RedisClient;
  /** Resolves when the version is known to be new enough and the subscriptions are made. */
  readonly greeted: Promise<void>;
  /** When both connections answered last, or else were opened (ms of the monotonic clock). */
  heardAt: number;
  /** Why the pair has to be replaced; null while it can be used. */
  failure: unknown;
}

/** What a pair needs from its user. */
export interface PairUser {
  /** Makes the subscriptions of a new pair. */
  subscribe(subscriber: RedisClient): Promise<void>;
  /** Called with each failure of the pair, also with those that follow from the first. */
  failed(pair: Pair, failure: unknown): void;
}

/** Opens a pair of connections. */
export function openPair(create: () => RedisClient, { subscribe, failed }: PairUser): Pair {
  const [publisher, subscriber] = [create(), create()];
  const greeted = greet(publisher, subscriber, subscribe);
  const pair: Pair = { publisher, subscriber, greeted, heardAt: performance.now(), failure: null };
  for (const client of [publisher, subscriber]) client.on('error', (error) => failed(pair, error));
  greeted.catch((error: unknown) => failed(pair, error));
  return pair;
}

/** Connects a new pair. The version is checked each time, because Redis may be another one than before. */
async function greet(publisher: RedisClient, subscriber: RedisClient, subscribe: PairUser['subscribe']): Promise<void> {
  await Promise.all([publisher.connect(), subscriber.connect()]);
  const failure = versionFailure(String(await publisher.sendCommand(['INFO', 'server'])));
  if (failure !== null) throw new OperatorError(failure);
  await subscribe(subscriber);
}

/** Pings both connections of a greeted pair: a Redis that was suspended causes no error. */
export function answers(pair: Pair): Promise<boolean> {
  return pair.greeted
    .then(() => Promise.all([pair.publisher.ping(), pair.subscriber.ping()]))
    .then(
      () => {
        pair.heardAt = performance.now();
        return true;
      },
      () => false,
    );
}

/** Closes a pair for good. */
export function discard(pair: Pair): void {
  pair.failure ??= new Error('the connections were closed');
  for (const client of [pair.publisher, pair.subscriber]) {
    // `destroy` does not end an attempt to connect: the connection would be opened afterwards, and stay open.
    client.on('connect', () => client.destroy());
    client.destroy();
  }
}

/** The sentence for the operator if the Redis that gave this answer to INFO is too old; null if it is new enough. */
export function versionFailure(info: string): string | null {
  const [, version = '', major] = /^redis_version:((\d+)\S*)/m.exec(info) ?? [];
  if (major === undefined || Number(major) >= OLDEST_MAJOR) return null;
  return `REDIS_URL is a Redis ${version}; version ${OLDEST_MAJOR} or newer is needed.`;
}
