/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'admin log: an action is recorded as pending before it is performed',
    file: 'admin-log/admin-log.service.ts',
    find: '  await pendingActions.insert(begun);\n',
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: an interrupted action gets its entry',
    file: 'admin-log/admin-log.service.ts',
    find: "  await adminLog.insertOnce({ ...ended(pending, 'interrupted'), after: found?.values ?? null });\n",
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: the repair writes no entry for an action that may still be running',
    file: 'admin-log/admin-log.service.ts',
    find: 'const ABANDONED_MS = 60_000;',
    replace: 'const ABANDONED_MS = 0;',
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: an action that changed nothing is recorded as unchanged',
    file: 'admin-log/admin-log.service.ts',
    find: 'change === null || isDeepStrictEqual(change.before, change.after)',
    replace: 'false',
    test: 'admin-log/admin-log.test.ts',
  },
];
