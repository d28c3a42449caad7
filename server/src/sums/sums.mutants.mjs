/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'sums: a completed ride marks its sums',
    file: 'ledger/sums.reconcile.ts',
    find: 'await markStale([...rows, ...(settlement ? rowsOfSettlement(settlement) : [])]);',
    test: 'ledger/sums.test.ts',
    only: 'immediately',
  },
  {
    name: 'sums: a paid settlement marks its sums',
    file: 'ledger/sums.reconcile.ts',
    find: '  await markStale(rowsOfSettlement(settlement));\n',
    test: 'ledger/sums.test.ts',
    only: 'immediately',
  },
  {
    name: 'sums: a journal entry marks the balance',
    file: 'ledger/journal.ts',
    find: '  await markStale(stored ? rowsOfEntry(stored) : []);\n',
    test: 'ledger/sums.test.ts',
    only: 'immediately',
  },
  {
    name: 'sums: an entry that a stopped process has inserted marks the balance, too',
    file: 'ledger/journal.ts',
    find: 'isNew ? entry : await journalEntries.byId(entry._id)',
    replace: 'isNew ? entry : null',
    test: 'ledger/sums.crash.test.ts',
    only: 'journal.inserted',
  },
  {
    name: 'sums: an undone payment leaves the month in which it was collected',
    file: 'ledger/leaves.ts',
    find: ', ...undone.map((payment) => payment.paid_at)',
    test: 'ledger/sums.test.ts',
    only: 'after each step',
  },
  {
    name: 'sums: the row above is marked after the sums below it have changed',
    file: 'sums/sums.service.ts',
    find: '  await markStale(rows.flatMap((row) => keyAbove(row) ?? []));\n',
    test: 'ledger/sums.test.ts',
    only: 'immediately',
  },
  {
    name: 'sums: a row is fresh only after the row above is marked',
    file: 'sums/sums.service.ts',
    find: "  failpoint('sums.stored');\n",
    replace: "  await sumsRows.clear(rows);\n  failpoint('sums.stored');\n",
    test: 'ledger/sums.crash.test.ts',
    only: 'sums.stored',
  },
  {
    name: 'sums: older sums never replace newer ones',
    file: 'sums/sums.repository.ts',
    find: ', computed: { $lt: row.marks } }',
    replace: ' }',
    test: 'sums/sums.test.ts',
    only: 'older',
  },
  {
    name: 'sums: a mark that was set during a computation stays',
    file: 'sums/sums.repository.ts',
    find: 'filter: { _id, marks }, update: { $unset',
    replace: 'filter: { _id }, update: { $unset',
    test: 'sums/sums.test.ts',
    only: 'meanwhile',
  },
  {
    name: 'sums: while they are being built, the figures come from the documents',
    file: 'sums/sums.service.ts',
    find: '  if (!(await sumsRows.isBuilt())) return null;\n',
    test: 'ledger/sums.test.ts',
    only: 'is built in runs',
  },
  {
    name: 'sums: the audit misses no row',
    file: 'audit/sums-audit.ts',
    find: 'this.#missing.push(...wanted.filter(({ id }) => !found.has(id)));',
    test: 'ledger/sums.test.ts',
    only: 'names a kept sum',
  },
];
