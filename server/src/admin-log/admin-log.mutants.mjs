/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'admin log: an action is recorded before it is done',
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
    name: 'admin log: a running action is not reconciled',
    file: 'admin-log/admin-log.service.ts',
    find: 'const ABANDONED_MS = 60_000;',
    replace: 'const ABANDONED_MS = 0;',
    test: 'admin-log/crash.test.ts',
  },
  {
    name: 'admin log: an admin who changed nothing is not recorded as having done so',
    file: 'admin-log/admin-log.service.ts',
    find: 'change === null || isDeepStrictEqual(change.before, change.after)',
    replace: 'false',
    test: 'admin-log/admin-log.test.ts',
  },
];
