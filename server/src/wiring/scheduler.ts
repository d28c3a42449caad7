import { rejectAllUnanswered } from '../bookings/bookings.steps';
import { computeDriven } from '../bookings/driven.service';
import { learnTimeFactors } from '../geo/ride-times.service';
import { remindOfPayments, remindOfRides } from '../notifications/notifications.service';
import { notifyWaitingDrivers } from '../push/requests-near';
import { expireDue } from '../rides/rides.service';
import { type Job, repeat, runOnce } from '../scheduler/scheduler';
import { removeOldForms } from '../uploads/form';
import type { PatientJobName, PromptJobName, SteadyJobName } from './declared';
import { reconcileAll } from './reconcile';

/** Jobs whose effects people wait for. A run that finds nothing to do costs one indexed query for each job. */
export const promptJobs: Readonly<Record<PromptJobName, Job>> = {
  expire_requests: expireDue,
  reject_unanswered: rejectAllUnanswered,
};
const PROMPT_EVERY_MS = 1_000;

export const steadyJobs: Readonly<Record<SteadyJobName, Job>> = {
  remind: remindOfRides,
  remind_of_payments: remindOfPayments,
  notify_waiting_drivers: notifyWaitingDrivers,
  reconcile: reconcileAll,
  remove_old_forms: removeOldForms,
  learn_time_factors: learnTimeFactors,
};
const STEADY_EVERY_MS = 10_000;

/** Jobs that wait for other services. They have a separate loop, in which they delay no other job. */
export const patientJobs: Readonly<Record<PatientJobName, Job>> = {
  compute_driven: computeDriven,
};
const PATIENT_EVERY_MS = 2_000;

/** Runs every job once. */
export function runJobs(): Promise<void> {
  return runOnce({ ...promptJobs, ...steadyJobs, ...patientJobs });
}

/**
 * Starts the scheduler: prompt jobs run every second, patient jobs every two seconds, steady jobs every 10 seconds.
 * `everyMs` (milliseconds) replaces the 10 seconds and is the upper limit of the other intervals. The returned function
 * stops it and resolves when the current runs have ended.
 */
export function startScheduler(everyMs = STEADY_EVERY_MS): () => Promise<void> {
  const stops = [
    repeat(promptJobs, Math.min(everyMs, PROMPT_EVERY_MS)),
    repeat(patientJobs, Math.min(everyMs, PATIENT_EVERY_MS)),
    repeat(steadyJobs, everyMs),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
