import type { RowMutant, RowWithoutMutant } from './row-mutants.list.mjs';

/** What became of a mutant: `killed` by the test `by` names, or why not; `stamp` is that of the content it is true for. */
export interface RowResult {
  outcome: string;
  /** Of the run, as YYYY-MM-DD. */
  day: string;
  by?: string;
  stamp: string;
}

/** Gives each entry a key: its row, and from the second mutant of a row on its number (`S1`, `S1.2`). */
export function keyed<T extends RowMutant | RowWithoutMutant>(entries: T[]): (T & { key: string })[];

/** Every result of docs/row-mutants.json by key. */
export function readResults(): Record<string, RowResult>;

/** What the page says of its mutants. */
export function summaryOf(
  entries: ((RowMutant | RowWithoutMutant) & { key: string })[],
  results: Record<string, RowResult>,
): string;
