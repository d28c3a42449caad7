import type { Spread } from './statistics';

/** One line of a figure: what was measured against its baseline in the same run. */
export type Row = {
  /** What was done, such as `conditional update, 64 clients`. */
  name: string;
  /** The measured thing divided by its baseline, one value a pair. */
  ratio: Spread;
  /** The greatest ratio that is good; undefined for a line that is only shown. */
  goal?: number;
  /** Further columns by their headings: absolute figures, which mean little on another machine. */
  shown: Readonly<Record<string, string>>;
};

/** How long to measure: seconds a measurement, pairs a line. */
export type Effort = {
  seconds: number;
  rounds: number;
  /** Leave a CPU profile of what is measured beside the results. */
  profile: boolean;
  /** Only lines whose names hold this. */
  only: string;
};

/** One figure: its file has its name, and so has its result. */
export type Figure = {
  name: string;
  title: string;
  /** What a ratio of 1 means. */
  baseline: string;
  measure: (effort: Effort, report: (line: string) => void) => Promise<Row[]>;
};
