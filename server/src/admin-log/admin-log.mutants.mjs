/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'admin log: recorded before it is done',
    file: 'admin-log/admin-log.service.ts',
    find: '  await pendingActions.insert(begun);\n',
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: an interrupted action is finished',
    file: 'admin-log/admin-log.service.ts',
    find: "  await adminLog.insertOnce({ ...ended(pending, 'interrupted'), after: found?.values ?? null });\n",
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: an action at work is left alone',
    file: 'admin-log/admin-log.service.ts',
    find: 'const ABANDONED_MS = 60_000;',
    replace: 'const ABANDONED_MS = 0;',
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: who changed nothing is not named as who did',
    file: 'admin-log/admin-log.service.ts',
    find: 'change === null || isDeepStrictEqual(change.before, change.after)',
    replace: 'false',
    test: 'admin-log/admin-log.test.ts',
  },
];
