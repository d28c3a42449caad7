import { keepSearchParts } from '../auth/search.service';
import { bookings } from '../bookings/bookings.repository';
import { rejectAllUnanswered } from '../bookings/bookings.steps';
import { computeDriven } from '../bookings/driven.service';
import { within } from '../core/within';
import { countHours } from '../drivers/duty.service';
import { keepFairness } from '../fairness/fairness.service';
import { learnTimeFactors } from '../geo/ride-times.service';
import { keepSums } from '../ledger/sums-building.service';
import { remindOfPayments, remindOfRides } from '../notifications/notifications.service';
import { notifyWaitingDrivers } from '../push/requests-near';
import { keepMarket } from '../rides/market-keeping.service';
import { expireQuotes } from '../rides/quotes.service';
import { expireDue } from '../rides/rides.service';
import { competeFor } from '../scheduler/lease';
import { type Job, type MayRun, repeat, runOnce } from '../scheduler/scheduler';
import { removeOldForms } from '../uploads/form';
import type { OwnJobName, PatientJobName, PromptJobName, SteadyJobName } from './declared';
import { reconcileAll } from './reconcile';

/** Jobs whose effects people wait for. A run that finds nothing to do costs one indexed query for each job. */
export const promptJobs: Readonly<Record<PromptJobName, Job>> = {
  expire_requests: expireDue,
  expire_quotes: expireQuotes,
  reject_unanswered: rejectAllUnanswered,
};
const PROMPT_EVERY_MS = 1_000;

export const steadyJobs: Readonly<Record<SteadyJobName, Job>> = {
  remind: remindOfRides,
  remind_of_payments: remindOfPayments,
  count_hours: () => countHours(bookings.driversInRides),
  reconcile: reconcileAll,
};
const STEADY_EVERY_MS = 10_000;

/** Jobs on the memory and the disk of this process, which no other process can do for it. */
export const ownJobs: Readonly<Record<OwnJobName, Job>> = {
  notify_waiting_drivers: notifyWaitingDrivers,
  remove_old_forms: removeOldForms,
  learn_time_factors: learnTimeFactors,
};

/** Jobs that wait for other services or may take long. They have a separate loop, in which they delay no other job. */
export const patientJobs: Readonly<Record<PatientJobName, Job>> = {
  compute_driven: computeDriven,
  keep_sums: keepSums,
  keep_search_parts: keepSearchParts,
  keep_market: keepMarket,
  keep_fairness: keepFairness,
};
const PATIENT_EVERY_MS = 2_000;
/** How long the stop waits for the current runs (ms). */
const FINISH_RUNS_MS = 500;

/** Runs every job once. */
export function runJobs(): Promise<void> {
  return runOnce({ ...promptJobs, ...steadyJobs, ...ownJobs, ...patientJobs });
}

/**
 * Starts the scheduler: prompt jobs run every second, patient jobs every two seconds, steady jobs and own jobs every 10
 * seconds. `everyMs` (milliseconds) replaces the 10 seconds and is the upper limit of the other intervals. All jobs
 * except own jobs run only while `mayRun` returns true. The returned function stops the scheduler. It resolves when the
 * current runs have ended, but after half a second at the latest, because a run that waits for the database must delay
 * neither the rest of the stop nor the release of the lease.
 */
export function startScheduler(everyMs = STEADY_EVERY_MS, mayRun?: MayRun): () => Promise<void> {
  const stops = [
    repeat(promptJobs, Math.min(everyMs, PROMPT_EVERY_MS), mayRun),
    repeat(patientJobs, Math.min(everyMs, PATIENT_EVERY_MS), mayRun),
    repeat(steadyJobs, everyMs, mayRun),
    repeat(ownJobs, everyMs),
  ];
  return async () => {
    const ended = Promise.all(stops.map((stop) => stop())).then(() => true);
    await within(ended, FINISH_RUNS_MS);
  };
}

/**
 * Starts the scheduler of a cluster, in which the node that has the lease runs the jobs for all. Returns the function
 * that stops it.
 */
export function startClusterScheduler(): () => Promise<void> {
  const lease = competeFor('scheduler');
  const stop = startScheduler(STEADY_EVERY_MS, lease.isHeld);
  return async () => {
    await stop();
    await lease.stop();
  };
}
