import cluster, { type Worker } from 'node:cluster';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { logger } from './core/logger';
import { OperatorError } from './core/operator-error';

/**
 * A worker that ended is started again after this pause (ms), so that one that always fails does not occupy a CPU core.
 */
const RESTART_AFTER_MS = 1_000;

/** The workers of this machine, in the process that starts them. */
export interface Workers {
  /**
   * Ends all workers as SIGTERM does, and resolves when the last one has ended. Kills workers that still run after
   * `ms`.
   */
  stop(ms: number): Promise<void>;
}

/**
 * Starts the workers: each runs the program, with these environment variables in addition. The first one has to listen
 * before the others are started, so that the reason why none can start is printed once. A worker that ends is started
 * again. Rejects with an `OperatorError` if the first one ends before it listens, which
 * has printed why.
 */
export async function startWorkers(
  count: number,
  { program, environment }: { program: string; environment: Record<string, string> },
): Promise<Workers> {
  const { setupPrimary } = await import('@socket.io/cluster-adapter');
  // The workers send their messages to each other through this process.
  setupPrimary();
  // The limiters of the workers count in this process.
  new RateLimiterClusterMaster();
  // Otherwise each worker would run what started this process, such as scripts/start.mjs with its build.
  cluster.setupPrimary({ exec: program });
  let stopping = false;
  const fork = (): Worker => {
    const worker = cluster.fork(environment);
    worker.on('error', (error) => logger.warn({ err: error, worker: worker.id }, 'a worker cannot be reached'));
    return worker;
  };
  const first = fork();
  await listening(first);
  for (let started = 1; started < count; started++) fork();
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    logger.error({ worker: worker.process.pid, code, signal }, 'a worker ended; another one is started');
    setTimeout(() => {
      if (!stopping) fork();
    }, RESTART_AFTER_MS);
  });
  return {
    async stop(ms) {
      stopping = true;
      const running = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
      const late = setTimeout(() => {
        for (const { process } of running) process.kill('SIGKILL');
      }, ms);
      await Promise.all(running.map(ended));
      clearTimeout(late);
    },
  };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new OperatorError('The server stops.')));
  });
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    worker.process.kill('SIGTERM');
  });
}
