import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from './logger';
import { OperatorError } from './operator-error';
import { noticePause, resumedAt } from './process-pauses';
import { answers, discard, openPair, type Pair, type RedisClient } from './redis-connections';
import { within } from './within';

/** The link to the other nodes through Redis: `off` without `REDIS_URL`. */
export type RedisState = 'off' | 'ok' | 'lost';

const START_WITHIN_MS = 3_000;
const CONNECT_WITHIN_MS = 2_000;
const BEAT_MS = 500;
/** A Redis that answers after 1 second is slow; one that does not answer for this long (ms) is lost. */
const SILENT_AFTER_MS = 2_500;
/**
 * Connections without an answer for this long (ms) are replaced by new ones. The host of Redis may have vanished without
 * closing them, and the system would notice that only after a quarter of an hour.
 */
const REPLACE_AFTER_MS = 5_000;
/** How long (ms) closing the link waits for the messages that were published last. */
const FLUSH_MS = 200;

let state: RedisState = 'off';
/** Since when the link has worked without interruption (ms of the monotonic clock). */
let worksSince = Number.NEGATIVE_INFINITY;
/** The failures of the current interruption that are in the log already. */
const reported = new Set<string>();

/** Whether the link to the other nodes works. */
export function redisState(): RedisState {
  return state;
}

/**
 * Whether another node that was last heard at this moment (ms of the monotonic clock) has been silent for `ms`
 * milliseconds. The time in which the link did not work or this process was paused does not count: no node could be
 * heard then.
 */
export function hasBeenSilent(heardAt: number, ms: number): boolean {
  // The timer of the caller may run before the one that watches for pauses.
  noticePause();
  return state !== 'lost' && performance.now() - Math.max(heardAt, worksSince, resumedAt()) >= ms;
}

/** What the user of the link has to do. */
export interface LinkUser {
  /** Subscribes on a new connection to everything that is wanted. Only after that does the link count as working. */
  subscribe(subscriber: RedisClient): Promise<void>;
  /** Called each time the link works again after an interruption. */
  restored(): void;
}

/** The commands that are used; each goes to whichever connection is open at the moment. */
export interface RedisPublisher {
  sPublish(channel: string, message: string | Buffer): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  del(key: string): Promise<number>;
  sendCommand(words: string[]): Promise<unknown>;
}

/** The link to Redis. */
export interface RedisLink {
  readonly publisher: RedisPublisher;
  close(): Promise<void>;
}

/**
 * Connects to Redis and follows the state of the link. If Redis does not answer within 3 seconds, the server starts
 * without it and continues to try, because a node that dies while Redis is away must be able to start again. Throws
 * `OperatorError` for a Redis older than 7; one that is met only later is logged, and the link stays lost.
 */
export async function openRedis(url: string, { subscribe, restored }: LinkUser): Promise<RedisLink> {
  const { createClient } = await import('redis');
  const create = (): RedisClient =>
    createClient({ url, socket: { connectTimeout: CONNECT_WITHIN_MS, reconnectStrategy: false } });
  const open = (): Pair => openPair(create, { subscribe, failed: fail });
  let pair = open();
  let isClosed = false;
  const check = async (milliseconds: number): Promise<boolean> => {
    if (pair.failure !== null) {
      discard(pair);
      pair = open();
    }
    const answered = await within(answers(pair), milliseconds);
    if (!answered && performance.now() - pair.heardAt >= REPLACE_AFTER_MS) fail(pair, new Error('Redis is silent'));
    return answered && pair.failure === null;
  };
  const beat = async () => {
    for (;;) {
      await sleep(BEAT_MS, undefined, { ref: false });
      if (isClosed) return;
      const works = await check(SILENT_AFTER_MS);
      if (isClosed) return;
      const wasLost = state === 'lost';
      setState(works ? 'ok' : 'lost');
      if (wasLost && works) restored();
    }
  };
  const until = performance.now() + START_WITHIN_MS;
  let reached = await check(START_WITHIN_MS);
  while (!reached && !(pair.failure instanceof OperatorError) && performance.now() + BEAT_MS < until) {
    await sleep(BEAT_MS);
    reached = await check(until - performance.now());
  }
  if (pair.failure instanceof OperatorError) {
    discard(pair);
    throw pair.failure;
  }
  if (!reached)
    process.stderr.write(
      'Warning: the Redis at REDIS_URL does not answer; until it does, this server is not linked to the other servers.\n',
    );
  setState(reached ? 'ok' : 'lost');
  void beat();
  return {
    publisher: {
      sPublish: (channel, message) => pair.publisher.sPublish(channel, message),
      eval: (script, options) => pair.publisher.eval(script, options),
      del: (key) => pair.publisher.del(key),
      sendCommand: (words) => pair.publisher.sendCommand(words),
    },
    async close() {
      isClosed = true;
      // Messages that have just been published are sent before the connections close.
      if (state === 'ok') await within(answers(pair), FLUSH_MS);
      state = 'off';
      discard(pair);
    },
  };
}

/** Marks a pair as one to be replaced. The first failure counts: the others follow from it. */
function fail(pair: Pair, failure: unknown): void {
  if (pair.failure !== null) return;
  pair.failure = failure;
  // The start itself says what is wrong.
  if (state === 'off') return;
  report(failure);
  setState('lost');
}

/** Logs each failure of an interruption once, although it returns with every attempt to connect. */
function report(failure: unknown): void {
  const text = String(failure);
  if (reported.has(text)) return;
  reported.add(text);
  if (failure instanceof OperatorError) logger.error(failure.message);
  else logger.warn({ err: failure }, 'the connection to Redis has failed');
}

function setState(next: RedisState): void {
  if (state === next) return;
  if (next === 'lost') logger.error('the link to the other nodes is lost');
  if (state === 'lost') logger.warn('the link to the other nodes works again');
  if (next === 'ok') {
    worksSince = performance.now();
    reported.clear();
  }
  state = next;
}
