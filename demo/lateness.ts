import type { Report } from './report';

const EVERY_MS = 100;
/** A simulation that is later than this (ms) answers the hub's pings too late, and its connections are closed. */
const TOO_LATE_MS = 5_000;

/**
 * Reports how late the simulation's own timers are: with too many people for one core, it sees events later than they
 * arrive, and its figures say nothing about the servers. Returns the function that ends the measurement, which reports an
 * error if the simulation was too late. `now` is a monotonic clock (ms).
 */
export function measureLateness(report: Report, now: () => number = () => performance.now()): () => void {
  let due = now() + EVERY_MS;
  let most = 0;
  const timer = setInterval(() => {
    const late = Math.max(0, now() - due);
    due = now() + EVERY_MS;
    most = Math.max(most, late);
    report.took('simulation late by', late);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (most < TOO_LATE_MS) return;
    const seconds = Math.round(most / 1_000);
    report.error(
      `the simulation was late by up to ${seconds} s: too many people for this machine, so no figure is valid`,
    );
  };
}
