/** The server's clock; tests move it to reach expiry without waiting. */
let offsetMs = 0;

export const clock = {
  now: (): Date => new Date(Date.now() + offsetMs),
  millis: (): number => Date.now() + offsetMs,
  /** Moves the clock ahead of the machine's by so many milliseconds in all. For tests. */
  setOffset(milliseconds: number): void {
    offsetMs = milliseconds;
  },
};
