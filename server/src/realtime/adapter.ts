import type { ServerOptions } from 'socket.io';
import type { MakeLimiter } from '../core/limiters';
import { logger } from '../core/logger';
import { openRedis, redisState } from '../core/redis';
import { redisLimiters, workerLimiters } from '../core/shared-limiters';
import { keepSubscriptions } from './redis-subscriptions';

/** The adapter of a hub that is one of several, its limiters, and the function that closes its connections. */
export interface OpenAdapter {
  readonly adapter: NonNullable<ServerOptions['adapter']>;
  /** Makes limiters that count for all nodes. */
  readonly limiters: MakeLimiter;
  close(): Promise<void>;
}

/**
 * Connects the hub to the hubs of other machines through Redis. Nothing waits for Redis: with an ordinary client, the
 * adapter would send to the sockets of this process only after Redis has answered. `restored` is called after every
 * interruption.
 */
export async function redisAdapter(url: string, restored: () => void): Promise<OpenAdapter> {
  const { createShardedAdapter } = await import('@socket.io/redis-adapter');
  const subscriptions = keepSubscriptions();
  const { publisher, close } = await openRedis(url, { subscribe: subscriptions.moveTo, restored });
  const failed = (error: unknown) => logger.debug({ err: error }, 'a message to the other nodes was lost');
  // Two clients, reduced to what the adapter uses.
  const publishes = {
    sSubscribe: () => undefined,
    async sPublish(channel: string, message: string | Buffer): Promise<number> {
      if (redisState() === 'ok') publisher.sPublish(channel, message).catch(failed);
      return 0;
    },
    sendCommand: (words: string[]) => publisher.sendCommand(words),
  };
  const subscribes = { sSubscribe: subscriptions.subscribe, sUnsubscribe: subscriptions.unsubscribe };
  return {
    adapter: createShardedAdapter(publishes, subscribes, { channelPrefix: 'boli' }),
    limiters: redisLimiters(publisher),
    async close() {
      subscriptions.end();
      await close();
    },
  };
}

/** Connects the hubs of the workers of one machine through their first process. */
export async function workersAdapter(): Promise<OpenAdapter> {
  const { createAdapter } = await import('@socket.io/cluster-adapter');
  return { adapter: createAdapter(), limiters: workerLimiters, close: async () => undefined };
}
