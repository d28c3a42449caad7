import { logger } from '../core/logger';
import { reportDiskFull } from '../store/space';

/**
 * Repeated work; several processes may run it at the same time. The signal is aborted when the process stops, so that
 * no job delays the stop.
 */
export type Job = (signal: AbortSignal) => Promise<void>;
/** Jobs under their names. */
export type Jobs = Readonly<Record<string, Job>>;

/** A job's repeated failure is logged once in this time: while the database is away every round fails. */
const LOG_EVERY_MS = 10_000;

const loggedAt = new Map<string, number>();

/** Runs every job once, one after the other; a failing job does not stop the others. */
export async function runOnce(jobs: Jobs, signal = new AbortController().signal): Promise<void> {
  for (const [name, job] of Object.entries(jobs)) {
    await job(signal).catch((error: unknown) => {
      reportDiskFull(error);
      const now = performance.now();
      if (now - (loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
      loggedAt.set(name, now);
      logger.error({ err: error, job: name }, 'a scheduled job failed');
    });
  }
}

/**
 * Runs the jobs immediately, and again `everyMs` milliseconds after the end of each round. The returned function stops
 * this and resolves when the running round has ended.
 */
export function repeat(jobs: Jobs, everyMs: number): () => Promise<void> {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = runRound();

  async function runRound(): Promise<void> {
    await runOnce(jobs, stopped.signal);
    if (stopped.signal.aborted) return;
    timer = setTimeout(() => {
      round = runRound();
    }, everyMs);
    timer.unref();
  }

  return async () => {
    stopped.abort();
    clearTimeout(timer);
    await round;
  };
}
