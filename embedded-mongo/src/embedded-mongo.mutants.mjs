/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    workspace: 'embedded-mongo',
    name: 'windows: the memory of removed values is freed',
    file: 'aggregate/windows/work.ts',
    find: '        held.release();\n',
    test: 'memory.test.ts',
    only: 'windows count',
  },
  {
    workspace: 'embedded-mongo',
    name: 'windows: the memory of collected values is counted',
    file: 'values/memory.ts',
    find: '      whole.hold(bytes);\n',
    test: 'memory.test.ts',
    only: 'windows count',
  },
  {
    workspace: 'embedded-mongo',
    name: 'windows: a finished partition frees all memory',
    file: 'aggregate/windows/partition.ts',
    find: '    share.release();\n',
    test: 'memory.test.ts',
    only: 'windows count',
  },
  {
    workspace: 'embedded-mongo',
    name: 'windows: the memory of documents is counted',
    file: 'aggregate/windows/partition.ts',
    find: '    held.hold(sizeOf(document));\n',
    test: 'memory.test.ts',
    only: 'other stages',
  },
  {
    workspace: 'embedded-mongo',
    name: 'densify: at most half a million documents are generated',
    file: 'aggregate/stages/densify.ts',
    find: 'if (made > MAX_DOCUMENTS) {',
    replace: 'if (made > 2 * MAX_DOCUMENTS) {',
    test: 'memory.test.ts',
    only: 'half a million',
  },
  {
    workspace: 'embedded-mongo',
    name: 'bucketAuto: its memory is counted',
    file: 'aggregate/stages/bucket-auto.ts',
    find: '    hold(sizeOf(document) + sizeOf(key));\n',
    test: 'memory.test.ts',
    only: 'other stages',
  },
  {
    workspace: 'embedded-mongo',
    name: 'full disk: the store starts',
    file: 'address.ts',
    find: '      return error;\n',
    replace: '      throw error;\n',
    test: 'cli.test.ts',
    only: 'a store started',
  },
  {
    workspace: 'embedded-mongo',
    name: 'full disk: the address is written as soon as there is space',
    file: 'address.ts',
    find: 'retry = setTimeout(attempt, RETRY_MS).unref();',
    test: 'cli.test.ts',
    only: 'a store started',
  },
];
