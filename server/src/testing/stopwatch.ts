/** The period of the measurement (ms); a gap that is longer by this tolerance counts as a stall. */
const TICK_MS = 20;
const TOLERANCE_MS = 80;

/**
 * Measures a duration without the stalls of the machine: gaps of the event loop that the process's own computing does not
 * explain. So waiting for something and computing are measured, but a call that blocks the process without computing, such
 * as `execFileSync`, is not. Returns a function that ends the measurement and returns
 * the milliseconds.
 * @example const elapsed = stopwatch(); await stop(); expect(elapsed()).toBeLessThan(2_000);
 */
export function stopwatch(): () => number {
  // Not `performance.now`, which tests replace.
  const now = () => Number(process.hrtime.bigint()) / 1e6;
  const computed = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const from = now();
  let stalled = 0;
  let last = { at: from, computed: computed() };
  const look = () => {
    const next = { at: now(), computed: computed() };
    const gap = next.at - last.at - TICK_MS;
    if (gap > TOLERANCE_MS) stalled += Math.max(0, gap - (next.computed - last.computed));
    last = next;
  };
  const timer = setInterval(look, TICK_MS).unref();
  return () => {
    clearInterval(timer);
    look();
    return last.at - from - stalled;
  };
}
