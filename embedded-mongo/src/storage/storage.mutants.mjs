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
    find: 'return missing <= 0 ? null : this.#extend(missing);',
    replace: 'return null;',
    test: 'storage/write-queue.test.ts',
    only: 'the file is longer than its pages in use',
  },
  {
    workspace: 'embedded-mongo',
    name: 'full disk: only jobs that write are refused',
    file: 'storage/write-queue.ts',
    find: 'if (wrote) job.reject(notStored(error.message));',
    replace: 'job.reject(notStored(error.message));',
    test: 'storage/write-queue.test.ts',
    only: 'its other jobs succeed',
  },
  {
    workspace: 'embedded-mongo',
    name: 'a file that cannot be checked stops the store',
    file: 'storage/write-queue.ts',
    find: 'for (const job of this.#taken) job.reject(stopped(sentence));',
    test: 'storage/write-queue.test.ts',
    only: 'a file that can no longer be checked',
  },
];
