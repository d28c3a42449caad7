const faultTests = 'faults.test.ts';
const documentTests = 'store/document.test.ts';

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
    name: 'documents: a write of a field that is not declared',
    file: 'store/document.ts',
    find: "strict: 'throw', ",
    test: documentTests,
    only: 'not declared throws',
  },
  {
    name: 'documents: a condition on a field that is not declared',
    file: 'store/document.ts',
    find: ", strictQuery: 'throw'",
    test: documentTests,
    only: 'a condition',
  },
  {
    name: 'documents: what is embedded is as strict',
    file: 'store/document.ts',
    find: '{ ...strictly, _id: false }',
    replace: '{ _id: false }',
    test: 'models.test.ts',
  },
  {
    name: 'documents: amounts are whole',
    file: 'store/document.ts',
    find: '{ type: Number, validate: isWhole }',
    replace: '{ type: Number }',
    test: documentTests,
    only: 'a part of a paisa',
  },
];
