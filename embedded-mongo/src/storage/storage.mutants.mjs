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
  {
    workspace: 'embedded-mongo',
    name: 'full disk: space is reserved before LMDB writes',
    file: 'storage/file-room.ts',
    find: 'if (missing <= 0) return null;',
    replace: 'if (missing <= 0 || used > 0) return null;',
    test: 'storage/write-queue.test.ts',
    only: 'the file is longer than its pages in use',
  },
];
