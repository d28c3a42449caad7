import type { Spread } from './statistics';

/** One row of a benchmark's table: a measurement, compared with its baseline or with a fixed limit. */
export type Row = {
  /** The name of the measured operation, such as `conditional update, 64 clients`. */
  name: string;
  /** The measurement divided by its baseline, one value for each pair. */
  ratio: Spread;
  /** The maximum ratio that meets the goal; undefined for a row that is only shown. */
  goal?: number;
  /** Further columns by their headings: absolute values, which depend on the machine. */
  shown: Readonly<Record<string, string>>;
};

/** How long is measured: `seconds` for each measurement, and `rounds` pairs of measurement and baseline for a row. */
export type Effort = {
  seconds: number;
  rounds: number;
  /** Whether to store a CPU profile of the measured process beside the results. */
  profile: boolean;
  /** Only rows whose names contain this text are measured; all of them when it is empty. */
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
