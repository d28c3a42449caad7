import { jest } from '@jest/globals';

const monotonic = performance.now.bind(performance);
const wall = Date.now.bind(Date);
let passed = 0;

/** Advances only the process's monotonic clock by this many milliseconds, for good: it cannot go back. */
export function letPass(milliseconds: number): void {
  passed += milliseconds;
  performance.now = () => monotonic() + passed;
}

let holds = 0;
let running = performance.now;

/**
 * Stops the process's monotonic clock, so that no bucket refills on a slow machine. Returns the function that resumes
 * it; the clock runs again once every holder has resumed it.
 */
export function holdClock(): () => void {
  if (holds === 0) {
    running = performance.now;
    const at = performance.now();
    performance.now = () => at;
  }
  holds += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holds -= 1;
    if (holds === 0) performance.now = running;
  };
}

/** Sets the wall clock (`Date.now()`) back by 17 minutes; `jest.restoreAllMocks()` undoes it. */
export function setWallClockBack(): void {
  jest.spyOn(Date, 'now').mockImplementation(() => wall() - 17 * 60_000);
}
