import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { eventually } from './realtime';
import { freePort } from './serve';
import { tcpProxy } from './tcp-proxy';

/** A real redis-server for a test, which writes nothing to the disk. */
export interface TestRedis {
  url: string;
  /** The running process, which a test may suspend or continue. */
  process(): ChildProcess;
  /** Kills it. */
  kill(): Promise<void>;
  /** Starts it again at the same address, without its former state. */
  start(): Promise<void>;
}

/**
 * Starts redis-server on a free port. If redis-server is missing, rejects with an error that says how to install it.
 */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  let running = await launch(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => running.child,
    async kill() {
      running.child.kill('SIGKILL');
      await running.exit;
    },
    async start() {
      running = await launch(port);
    },
  };
}

async function launch(port: number) {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = new Error(
      `redis-server cannot be started: these tests need version 7 or newer, for example by: apt-get install redis-server`,
      { cause: error },
    );
  });
  await eventually(() => failure !== null || listens(port), 'redis-server does not listen');
  if (failure) throw failure;
  return { child, exit };
}

function listens(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const link = connect(port, '127.0.0.1');
    link.once('connect', () => {
      link.destroy();
      answer(true);
    });
    link.once('error', () => answer(false));
  });
}

/** A connection to a Redis through a host that can vanish or be slow, and that can change the version in the replies. */
export interface RedisHost {
  url: string;
  /** How many connections have been opened so far. */
  opened(): number;
  /** From now on everything that is sent is lost in both directions, although no connection is closed. */
  vanish(): void;
  /** New connections work again; those that were open while the host was away never do. */
  comeBack(): void;
  /** From now on each reply comes this much later (ms). */
  delay(milliseconds: number): void;
  /** Whether Redis claims to have version 6. */
  setOld(isOld: boolean): void;
  /** How many replies have claimed version 6. */
  oldReplies(): number;
  close(): Promise<void>;
}

/** Opens a host in front of this Redis. */
export async function redisHost({ url }: Pick<TestRedis, 'url'>): Promise<RedisHost> {
  const dead = new WeakSet<Socket>();
  let opened = 0;
  let isAway = false;
  let delayMs = 0;
  let isOld = false;
  let oldReplies = 0;
  const aged = (chunk: Buffer): Buffer => {
    const text = chunk.toString('latin1');
    if (!isOld || !/redis_version:\d/.test(text)) return chunk;
    oldReplies += 1;
    return Buffer.from(text.replace(/redis_version:\d/, 'redis_version:6'), 'latin1');
  };
  const target = { host: '127.0.0.1', port: Number(new URL(url).port) };
  const { port, ends, close } = await tcpProxy(target, {
    opened(...connection) {
      opened += 1;
      if (isAway) for (const end of connection) dead.add(end);
    },
    passed(chunk, { from, to, isReply }) {
      if (dead.has(from)) return;
      // Replies of the same delay keep their order.
      if (isReply && delayMs > 0) setTimeout(() => to.write(aged(chunk)), delayMs);
      else to.write(isReply ? aged(chunk) : chunk);
    },
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    opened: () => opened,
    vanish() {
      isAway = true;
      for (const end of ends) dead.add(end);
    },
    comeBack() {
      isAway = false;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    setOld(old) {
      isOld = old;
    },
    oldReplies: () => oldReplies,
    close,
  };
}
