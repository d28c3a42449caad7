import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** A configured fail point: its effect, and how many times it still applies. */
type FailPoint = { data: Document; left: number };

/** The `failCommand` fail point of MongoDB, by which drivers and applications test their own handling of errors. */
export class FailPoints {
  #failCommand: FailPoint | null = null;

  /** Whether a fail point is set. */
  get armed(): boolean {
    return this.#failCommand !== null;
  }

  /** Sets or clears the fail point, with the arguments of `configureFailPoint`. */
  configure(mode: unknown, data: Document): void {
    if (mode === 'off') this.#failCommand = null;
    else {
      const times = isObject(mode) && isNumber(mode.times) ? toNumber(mode.times) : 1;
      this.#failCommand = { data, left: mode === 'alwaysOn' ? Number.POSITIVE_INFINITY : times };
    }
  }

  /** The effect on a command, which counts as one use of the fail point; null for no effect. */
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
