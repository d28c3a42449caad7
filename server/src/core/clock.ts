let offsetMs = 0;

/** The server's clock; tests move it to reach expiry without waiting. */
export const clock = {
  now: (): Date => new Date(Date.now() + offsetMs),
  millis: (): number => Date.now() + offsetMs,
  /** Sets how many milliseconds this clock is ahead of the machine's clock. For tests. */
  setOffset(milliseconds: number): void {
    offsetMs = milliseconds;
  },
};
