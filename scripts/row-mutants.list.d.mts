/**
 * One way to break what a row of docs/specification.md says. `file` is below `src` of the workspace and contains `find`
 * exactly once; without `replace` it is taken out. `proof` chooses among the row's proofs those that contain it
 * (`file › name`); without it all of them are run.
 */
export interface RowMutant {
  row: string;
  workspace: 'client' | 'server' | 'shared';
  file: string;
  find: string;
  replace?: string;
  proof?: string;
  /** Of generated mutants of texts: the key in the catalogue, its text and the wrong one, so that many are judged by one run. */
  text?: { key: string; original: string; value: string };
}

/** A row that cannot have a mutant, and why. */
export interface RowWithoutMutant {
  row: string;
  reason: string;
}

/** Every entry of `scripts/rows/*.mjs`, in the order of the page. */
export function rowMutants(): Promise<(RowMutant | RowWithoutMutant)[]>;
