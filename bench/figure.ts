import type { Spread } from './statistics';

/** One line of a figure: a measurement and its baseline in the same run. */
export type Row = {
  /** The name of the measured operation, such as `conditional update, 64 clients`. */
  name: string;
  /** The measurement divided by its baseline, one value for each pair. */
  ratio: Spread;
  /** The maximum ratio that meets the goal; undefined for a line that is only shown. */
  goal?: number;
  /** Further columns by their headings: absolute figures, which depend on the machine. */
  shown: Readonly<Record<string, string>>;
};

/** How long is measured: `seconds` for each measurement, and `rounds` pairs of measurement and baseline for each line. */
export type Effort = {
  seconds: number;
  rounds: number;
  /** Whether to store a CPU profile of the measured process beside the results. */
  profile: boolean;
  /** Only lines whose names contain this text are measured. */
  only: string;
};

/** One figure; its source file and its result carry its name. */
export type Figure = {
  name: string;
  title: string;
  /** The meaning of a ratio of 1. */
  baseline: string;
  measure: (effort: Effort, report: (line: string) => void) => Promise<Row[]>;
};
