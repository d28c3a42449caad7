/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    workspace: 'embedded-mongo',
    name: 'damage: the last key of a page is below the next page',
    file: 'storage/pages.ts',
    find: 'compare(before, high) >= 0',
    replace: 'false',
    test: 'storage/environment.test.ts',
    only: 'the last key of a page',
  },
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
    find: 'if (error instanceof NoRoom) {',
    replace: 'if (error instanceof NoRoom && job.work.length > 0) {',
    test: 'storage/write-queue.test.ts',
    only: 'the others succeed',
  },
  {
    workspace: 'embedded-mongo',
    name: 'full disk: what a refused job has changed in memory is undone',
    file: 'storage/write-queue.ts',
    find: `        this.#hooks.onRollback();
        return`,
    replace: '        return',
    test: 'storage/write-queue.test.ts',
    only: 'the others succeed',
  },
  {
    workspace: 'embedded-mongo',
    name: 'a file that cannot be checked stops the store',
    file: 'storage/store.ts',
    find: '} catch (error) {',
    replace: '} catch (error) {\n      if (error) return null;',
    test: 'storage/write-queue.test.ts',
    only: 'a file that can no longer be checked',
  },
];
