import type { Spread } from './statistics';

/** One row of a benchmark's table: a measurement, compared with its baseline or with a fixed limit. */
export type Row = {
  /** The name of the measured operation, such as `conditional update, 64 clients`. */
  name: string;
  /** The spread of the ratios: in each pair, the measurement divided by its baseline. */
  ratio: Spread;
  /** The maximum ratio that meets the goal; a row without `goal` and `atLeast` is only shown. */
  goal?: number;
  /** The minimum ratio that meets the goal, for a row in which a higher ratio is better. */
  atLeast?: number;
  /**
   * A second run of the baseline, in the same rounds, divided by the first. Where it is not near 1, something else disturbed
   * the measurement.
   */
  control?: Spread;
  /** Why the row could not be measured here; its ratio is then NaN. */
  notRun?: string;
  /** Further columns by their headings: absolute values, which depend on the machine. */
  shown: Readonly<Record<string, string>>;
};

/** How much is measured: each measurement takes `seconds`, and a row has `rounds` pairs of measurement and baseline. */
export type Effort = {
  seconds: number;
  rounds: number;
  /** Whether to measure at a smaller size, in less time, and to compare with the stored results, not the goals. */
  short: boolean;
  /** Whether to store a CPU profile of the measured process beside the results. */
  profile: boolean;
  /** Only rows whose names contain this text are measured; if it is empty, all rows are. */
  only: string;
};

/** One benchmark. Its result is stored under its name. */
export type Figure = {
  name: string;
  title: string;
  /** The meaning of a ratio of 1. */
  baseline: string;
  measure: (effort: Effort, report: (line: string) => void) => Promise<Row[]>;
};

/** A row that could not be measured, with the reason. */
export function rowNotRun(name: string, reason: string): Row {
  const none = Number.NaN;
  return { name, ratio: { min: none, median: none, max: none }, notRun: reason, shown: {} };
}
