/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    workspace: 'embedded-mongo',
    name: 'export: only the databases of the interrupted move are emptied',
    file: 'move/database-place.ts',
    find: 'const resumed = mark?.from === from;',
    replace: 'const resumed = mark?.from === from || places.some(({ resumed }) => resumed);',
    test: 'move/move.test.ts',
    only: 'no reason to empty another one',
  },
  {
    workspace: 'embedded-mongo',
    name: 'export: what an empty target has prepared is kept',
    file: 'move/database-place.ts',
    find: 'if (resumed && !beside) await empty(db);',
    replace: 'if (!beside) await empty(db);',
    test: 'move/move.test.ts',
    only: 'indexes that the target has prepared',
  },
  {
    workspace: 'embedded-mongo',
    name: 'export: a running store is copied as it is at one moment',
    file: 'move/cli.ts',
    find: "direction === 'export' ? openSnapshot(dbPath) : { uri, close: async () => undefined }",
    replace: '{ uri, close: async () => undefined }',
    test: 'move/snapshot.test.ts',
  },
  {
    workspace: 'embedded-mongo',
    name: 'export: the copies of processes that were killed are removed',
    file: 'move/snapshot.ts',
    find: '  removeAbandoned(dbPath);\n',
    test: 'move/snapshot.test.ts',
  },
];
