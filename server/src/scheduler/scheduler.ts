import { rejectAllUnanswered } from '../bookings/bookings.steps';
import { sweep } from '../core/follow';
import { logger } from '../core/logger';
import { remindOfRides } from '../notifications/notifications.service';
import { expireDue } from '../rides/rides.service';
import { noteDiskFull } from '../store/space';
import { removeOldForms } from '../uploads/form';

type Job = () => Promise<void>;

/** What people wait for by the second: requests expire, unanswered bookings end. Each look is one indexed query. */
const prompt: readonly Job[] = [expireDue, rejectAllUnanswered];
const PROMPT_EVERY_MS = 1_000;
/** Planned rides are reminded of, whatever was left half done is finished, old forms are thrown away. */
const steady: readonly Job[] = [remindOfRides, sweep, removeOldForms];
const STEADY_EVERY_MS = 10_000;
/** The same failure of a job is logged once in this time: while the database is away every round fails. */
const LOG_EVERY_MS = 10_000;

const loggedAt = new Map<Job, number>();

async function run(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    await job().catch((error: unknown) => {
      noteDiskFull(error);
      const now = performance.now();
      if (now - (loggedAt.get(job) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
      loggedAt.set(job, now);
      logger.error({ err: error, job: job.name }, 'a scheduled job failed');
    });
  }
}

/** Runs every job once, one after the other; a failing one does not keep the others from running. */
export async function runJobs(): Promise<void> {
  await run([...prompt, ...steady]);
}

/** Runs these jobs now and again and again, never two rounds at once; gives back what ends it after the round under way. */
function repeat(jobs: readonly Job[], everyMs: number): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = runRound();

  async function runRound(): Promise<void> {
    await run(jobs);
    if (stopped) return;
    timer = setTimeout(() => {
      round = runRound();
    }, everyMs);
    timer.unref();
  }

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}

/**
 * Runs the jobs from now on: what people wait for every second, the rest every 10 seconds (or `everyMs`). Several
 * processes may. Gives back what stops it and resolves when the rounds under way have ended.
 */
export function startScheduler(everyMs = STEADY_EVERY_MS): () => Promise<void> {
  const stops = [repeat(prompt, Math.min(everyMs, PROMPT_EVERY_MS)), repeat(steady, everyMs)];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
