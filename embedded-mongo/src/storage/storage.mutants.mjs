/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    workspace: 'embedded-mongo',
    name: 'first start: a file in which nothing was ever stored can be opened',
    file: 'storage/inspect.ts',
    find: 'if (isUninitialised(head, length)) return NOTHING;',
    test: 'storage/environment.test.ts',
    only: 'a first start that ends before anything is stored',
  },
];
