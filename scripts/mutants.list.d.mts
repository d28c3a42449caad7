/** One guard taken out of a file below `src` of a workspace (`server` where none is named): a test of that file has to fail, unless it says why it may survive. */
export interface Mutant {
  name: string;
  workspace?: 'embedded-mongo';
  file: string;
  find: string;
  replace?: string;
  test: string;
  only?: string;
  survives?: string;
}
export const mutants: Mutant[];
