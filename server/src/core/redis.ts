import { logger } from './logger';
import { OperatorError } from './operator-error';
import { within } from './within';

/** The link to the other nodes through Redis: `off` without `REDIS_URL`. */
export type RedisState = 'off' | 'ok' | 'lost';

/** The members of a client of the package `redis` that are used: https://redis.io/docs/latest/develop/clients/nodejs */
interface Client {
  isReady: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  ping(): Promise<unknown>;
  sendCommand(words: string[]): Promise<unknown>;
}

const START_WITHIN_MS = 3_000;
const BEAT_MS = 500;
/** A Redis that answers after 1 second is slow; one that does not answer for this long (ms) is lost. */
const SILENT_AFTER_MS = 2_500;
/** How long (ms) closing the link waits for the messages that were published last. */
const FLUSH_MS = 200;
/** Sharded publish and subscribe exists from this version on. */
const OLDEST_MAJOR = 7;

let state: RedisState = 'off';

/** Whether the link to the other nodes works. */
export function redisState(): RedisState {
  return state;
}

/** Two connections, because a connection that subscribes can send no other commands. */
export interface RedisLink<C> {
  readonly publisher: C;
  readonly subscriber: C;
  close(): Promise<void>;
}

/**
 * Connects to Redis and follows the state of the link; `restored` is called when it works again after an interruption.
 * If Redis does not answer within 3 seconds, the server starts without it and continues to try, because a node that
 * dies while Redis is away must be able to start again. Throws `OperatorError` for a Redis older than 7.
 */
export async function openRedis(url: string, restored: () => void) {
  const { createClient } = await import('redis');
  const options = { url, socket: { connectTimeout: 2_000, reconnectStrategy: retryAfter }, disableOfflineQueue: false };
  const publisher = createClient(options);
  const subscriber = createClient(options);
  const clients = [publisher, subscriber] as const;
  for (const client of clients) begin(client);
  const reached = await within(answers(clients), START_WITHIN_MS);
  if (reached) await checkVersion(publisher);
  else
    process.stderr.write(
      'Warning: the Redis at REDIS_URL does not answer; until it does, this server is not linked to the other servers.\n',
    );
  setState(reached ? 'ok' : 'lost');
  const stop = beat(clients, restored);
  return {
    publisher,
    subscriber,
    async close() {
      stop();
      // Messages that have just been published are sent before the connections close.
      if (state === 'ok') await within(answers([publisher]), FLUSH_MS);
      state = 'off';
      for (const client of clients) client.destroy();
    },
  };
}

const retryAfter = (retries: number): number => Math.min(50 * 2 ** retries, 1_000);

/** Connects in the background, and again after every loss. */
function begin(client: Client): void {
  client.on('error', (error) => {
    if (state === 'ok') logger.warn({ err: error }, 'the connection to Redis was interrupted');
    setState('lost');
  });
  client.connect().catch((error: unknown) => logger.error({ err: error }, 'Redis cannot be connected'));
}

function setState(next: RedisState): void {
  if (state === next) return;
  if (next === 'lost') logger.error('the link to the other nodes is lost');
  if (state === 'lost') logger.warn('the link to the other nodes works again');
  state = next;
}

function answers(clients: readonly Client[]): Promise<boolean> {
  return Promise.all(clients.map((client) => client.ping())).then(
    () => true,
    () => false,
  );
}

/** Pings both connections: a Redis that was suspended causes no error. Returns the function that stops the pings. */
function beat(clients: readonly Client[], restored: () => void): () => void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const next = () => {
    timer = setTimeout(() => void check(), BEAT_MS).unref();
  };
  const check = async () => {
    const ready = clients.every((client) => client.isReady);
    const works = ready && (await within(answers(clients), SILENT_AFTER_MS));
    if (stopped) return;
    const wasLost = state === 'lost';
    setState(works ? 'ok' : 'lost');
    if (wasLost && works) restored();
    next();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function checkVersion(client: Client): Promise<void> {
  const fault = versionFault(String(await client.sendCommand(['INFO', 'server'])));
  if (fault !== null) throw new OperatorError(fault);
}

/** The sentence for the operator if the Redis that gave this answer to INFO is too old; null if it is new enough. */
export function versionFault(info: string): string | null {
  const [, version = '', major] = /^redis_version:((\d+)\S*)/m.exec(info) ?? [];
  if (major === undefined || Number(major) >= OLDEST_MAJOR) return null;
  return `REDIS_URL is a Redis ${version}; version ${OLDEST_MAJOR} or newer is needed.`;
}
