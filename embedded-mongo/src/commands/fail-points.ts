import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** A failure a test has asked for: what happens, and how many times still. */
type FailPoint = { data: Document; left: number };

/** The `failCommand` fail point of MongoDB, by which drivers and applications test their own handling of errors. */
export class FailPoints {
  #failCommand: FailPoint | null = null;

  /** Whether anything is to befall any command. */
  get armed(): boolean {
    return this.#failCommand !== null;
  }

  /** Sets or clears it, as `configureFailPoint` asks. */
  configure(mode: unknown, data: Document): void {
    if (mode === 'off') this.#failCommand = null;
    else {
      const times = isObject(mode) && isNumber(mode.times) ? toNumber(mode.times) : 1;
      this.#failCommand = { data, left: mode === 'alwaysOn' ? Number.POSITIVE_INFINITY : times };
    }
  }

  /** What is to befall this command; null for nothing. */
  consume(name: string, appName: string | undefined): Document | null {
    const point = this.#failCommand;
    if (!point) return null;
    const { failCommands, appName: only } = point.data;
    const meant = Array.isArray(failCommands) && failCommands.includes(name);
    if (!meant || (only !== undefined && only !== appName)) return null;
    point.left--;
    if (point.left <= 0) this.#failCommand = null;
    return point.data;
  }
}
