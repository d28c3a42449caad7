import { Counter } from 'prom-client';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { reportDiskFull } from '../store/space';

/**
 * Repeated work; several processes may run it at the same time. The signal is aborted when the process stops, so that
 * no job delays the stop. A job of many steps asks `mayRun` before each of them.
 */
export type Job = (signal: AbortSignal, mayRun: MayRun) => Promise<void>;
/** Jobs under their names. */
export type Jobs = Readonly<Record<string, Job>>;

/** The failures of a job are logged at most once in this time (ms): while the database is away every round fails. */
const LOG_EVERY_MS = 10_000;

const runs = new Counter({
  name: 'scheduler_jobs_total',
  help: 'Runs of scheduled jobs by this process, by task',
  // Prometheus itself has a label `job`, and would rename this one.
  labelNames: ['task'] as const,
  registers: [registry],
});

const loggedAt = new Map<string, number>();

/** Whether this process may run jobs now; false while another node of the cluster does. */
export type MayRun = () => boolean;
const always: MayRun = () => true;

/** Runs every job once, one after the other; a failing job does not stop the others. */
export async function runOnce(
  jobs: Jobs,
  signal = new AbortController().signal,
  mayRun: MayRun = always,
): Promise<void> {
  for (const [name, job] of Object.entries(jobs)) {
    if (!mayRun()) return;
    runs.inc({ task: name });
    await job(signal, mayRun).catch((error: unknown) => {
      reportDiskFull(error);
      const now = performance.now();
      if (now - (loggedAt.get(name) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
      loggedAt.set(name, now);
      logger.error({ err: error, job: name }, 'a scheduled job failed');
    });
  }
}

/**
 * Runs the jobs immediately, and again `everyMs` milliseconds after each round: never two rounds at the same time, and
 * only while `mayRun` returns true. The returned function stops the jobs and resolves when the running round has ended.
 */
export function repeat(jobs: Jobs, everyMs: number, mayRun: MayRun = always): () => Promise<void> {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = runRound();

  async function runRound(): Promise<void> {
    await runOnce(jobs, stopped.signal, mayRun);
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
