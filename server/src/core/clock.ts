let offsetMs = 0;

/** The server's clock; tests move it to reach expiry without waiting. */
export const clock = {
  now: (): Date => new Date(Date.now() + offsetMs),
  millis: (): number => Date.now() + offsetMs,
  /** Sets the clock ahead of the machine's by this many milliseconds in total. For tests. */
  setOffset(milliseconds: number): void {
    offsetMs = milliseconds;
  },
};
