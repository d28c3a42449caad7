/** One guard taken out of a file below `server/src`: a test of that file has to fail, unless it says why it may survive. */
export interface Mutant {
  name: string;
  file: string;
  find: string;
  replace?: string;
  test: string;
  only?: string;
  survives?: string;
}
export const mutants: Mutant[];
