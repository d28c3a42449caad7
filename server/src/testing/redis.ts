import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { eventually } from './realtime';
import { freePort } from './serve';

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
