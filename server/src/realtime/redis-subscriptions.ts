import { logger } from '../core/logger';

type ChannelListener = (message: Buffer, channel: Buffer) => void;

/** The methods of a client of the package `redis` that are used. */
interface Subscriber {
  readonly isReady: boolean;
  sSubscribe(channel: string, listener: ChannelListener, bufferMode: true): Promise<unknown>;
  sUnsubscribe(channel: string): Promise<unknown>;
}

/** One connection that subscribes. */
interface Connection {
  readonly subscriber: Subscriber;
  /** The channels that Redis has confirmed. */
  readonly subscribed: Set<string>;
  /** The channels for which a command waits for its reply. */
  readonly busy: Set<string>;
}

/** The channels of this process, on whichever connection to Redis is the current one. */
export interface Subscriptions {
  subscribe(channel: string, listener: ChannelListener): void;
  unsubscribe(channel: string): void;
  /** From now on this connection is used. Resolves when all channels are subscribed on it; rejects if one is refused. */
  moveTo(subscriber: Subscriber): Promise<void>;
  /** From now on nothing is sent. */
  end(): void;
}

/** A command that Redis has refused is sent again after this long (ms). */
const AGAIN_AFTER_MS = 1_000;

/**
 * Keeps the channels subscribed that are wanted. The client of the package `redis` does not: it sends no command for a
 * channel that is subscribed again while the reply to its unsubscription is on the way, and it forgets a subscription
 * that was not confirmed before the connection broke. So each channel has at most one command under way. The reply is
 * compared with what was wanted last, and a new connection begins with everything that is wanted.
 */
export function keepSubscriptions(): Subscriptions {
  const wanted = new Map<string, ChannelListener>();
  let current: Connection | null = null;

  const settle = async (on: Connection, channel: string): Promise<void> => {
    if (on.busy.has(channel)) return;
    on.busy.add(channel);
    try {
      while (on === current && wanted.has(channel) !== on.subscribed.has(channel)) {
        if (wanted.has(channel)) {
          await on.subscriber.sSubscribe(channel, (message, name) => wanted.get(channel)?.(message, name), true);
          on.subscribed.add(channel);
        } else {
          await on.subscriber.sUnsubscribe(channel);
          on.subscribed.delete(channel);
        }
      }
    } finally {
      on.busy.delete(channel);
    }
  };
  const settleOrRetry = (channel: string) => {
    const on = current;
    // After a broken connection a new one is opened, which subscribes to everything that is wanted then.
    if (!on?.subscriber.isReady) return;
    settle(on, channel).catch((error: unknown) => {
      logger.debug({ err: error, channel }, 'a subscription could not be changed');
      setTimeout(settleOrRetry, AGAIN_AFTER_MS, channel).unref();
    });
  };
  return {
    subscribe(channel, listener) {
      wanted.set(channel, listener);
      settleOrRetry(channel);
    },
    unsubscribe(channel) {
      wanted.delete(channel);
      settleOrRetry(channel);
    },
    async moveTo(subscriber) {
      const on: Connection = { subscriber, subscribed: new Set(), busy: new Set() };
      current = on;
      await Promise.all([...wanted.keys()].map((channel) => settle(on, channel)));
    },
    end() {
      current = null;
    },
  };
}
