import { rejectAllUnanswered } from '../bookings/bookings.steps';
import { sweep } from '../core/follow';
import { logger } from '../core/logger';
import { remindOfRides } from '../notifications/notifications.service';
import { expireDue } from '../rides/rides.service';

const EVERY_MS = 10_000;

/** What has to happen by itself: requests expire, unanswered bookings end, planned rides are reminded of, whatever was left half done is finished. */
const jobs = [expireDue, rejectAllUnanswered, remindOfRides, sweep];

/** Runs every job once, one after the other; a failing one does not keep the others from running. */
export async function runJobs(): Promise<void> {
  for (const job of jobs) {
    await job().catch((error: unknown) => logger.error({ err: error, job: job.name }, 'a scheduled job failed'));
  }
}

/**
 * Runs the jobs now and every 10 seconds, never two rounds at once in one process; several processes may. Gives back
 * what stops it and resolves when the round under way has ended.
 */
export function startScheduler(everyMs = EVERY_MS): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = runRound();

  async function runRound(): Promise<void> {
    await runJobs();
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
