import type { Report } from './report';

const EVERY_MS = 100;
/** With a longer lag (ms), the simulation answers the hub's pings too late, and its connections are closed. */
const MAX_LAG_MS = 5_000;

/**
 * Reports the event-loop lag of the simulation: with too many people for one core, it sees events later than they
 * arrive, and its figures say nothing about the servers. Returns the function that ends the measurement, which reports an
 * error if the lag was too long. `now` is a monotonic clock (ms).
 */
export function measureEventLoopLag(report: Report, now: () => number = () => performance.now()): () => void {
  let due = now() + EVERY_MS;
  let longest = 0;
  const timer = setInterval(() => {
    const lag = Math.max(0, now() - due);
    due = now() + EVERY_MS;
    longest = Math.max(longest, lag);
    report.took('event-loop lag of the simulation', lag);
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (longest < MAX_LAG_MS) return;
    const seconds = Math.round(longest / 1_000);
    report.error(
      `the simulation lagged by up to ${seconds} s: too many people for this machine, so no figure is valid`,
    );
  };
}
