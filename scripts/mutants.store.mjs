const faultTests = 'faults.test.ts';

/** The guards between the server and its database, in the form of `mutants.mjs`. */
export const storeMutants = [
  {
    name: 'store: indexes are looked for before ready',
    file: 'store/connect.ts',
    find: 'if (ready && !(await holdsIndexes())) restoreIndexes();',
    test: faultTests,
    only: 'without its indexes',
  },
  {
    name: 'store: a full disk is 507',
    file: 'core/disk-full.ts',
    find: 'code === OUT_OF_DISK_SPACE ||',
    test: faultTests,
    only: "the database's own error",
  },
  {
    name: 'store: a full disk is not ready',
    file: 'health/health.routes.ts',
    find: "&& disk === 'ok'",
    test: faultTests,
    only: "the database's own error",
  },
  {
    name: 'store: a lost folder stops the server',
    file: 'store/launch.ts',
    find: 'if (code === LOST) {',
    replace: 'if (code === -1) {',
    test: faultTests,
    only: 'has disappeared',
  },
  {
    name: 'store: a restart takes the same file only',
    file: 'store/launch.ts',
    find: "const same = ['--same-file', file];",
    replace: 'const same: string[] = [];',
    test: faultTests,
    only: 'does not come back on another one',
  },
  {
    name: 'store: an address of several hosts is no URL',
    file: 'store/address.ts',
    find: 'return hosts === undefined ? uri :',
    replace: 'return new URL(uri).pathname.length > 1 ? uri :',
    test: 'start.test.ts',
    only: 'one clear sentence',
  },
  {
    name: 'store: no password in the sentence of a start that fails',
    file: 'store/address.ts',
    find: '/\\/\\/\\S*@/g',
    replace: '/\\/\\/[^@/]*@/g',
    test: 'start.test.ts',
    only: 'one clear sentence',
  },
  {
    name: 'store: a link that breaks under a bulk write is an absent database',
    file: 'core/failure.ts',
    find: 'if (inner instanceof Error) return isDatabaseAway(inner);',
    test: 'core/failure.test.ts',
    only: 'a bulk write is 503',
  },
  {
    name: 'store: a link that breaks under a long write is an absent database',
    file: 'core/failure.ts',
    find: 'if (isBrokenLink(error)) return true;',
    test: 'core/failure.test.ts',
    only: 'too long to be sent',
  },
];
