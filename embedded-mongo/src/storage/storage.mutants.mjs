/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
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
