let offsetMs = 0;
let correctionMs = 0;

/**
 * The time of the product. It is the database's (`store/database-clock.ts`), so that all nodes agree to within about two
 * seconds, whatever the clocks of their machines show. Tests move it to reach expiry without waiting.
 */
export const clock = {
  now: (): Date => new Date(clock.millis()),
  millis: (): number => clock.database() + offsetMs,
  /** The database's time, in epoch milliseconds, without the offset of a test: for times that the database has written. */
  database: (): number => Date.now() + correctionMs,
  /** How many milliseconds the time of the product is ahead of the machine's clock, without the offset of a test. */
  correction: (): number => correctionMs,
  /** Sets the correction of the machine's clock, in milliseconds. */
  correct(milliseconds: number): void {
    correctionMs = milliseconds;
  },
  /** Sets how many milliseconds this clock is ahead of the corrected one. For tests. */
  setOffset(milliseconds: number): void {
    offsetMs = milliseconds;
  },
};
