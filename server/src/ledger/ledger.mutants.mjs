/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'journal: adds up',
    file: 'ledger/journal.ts',
    find: 'if (sum !== 0) throw',
    replace: 'if (sum === 0.25) throw',
    test: 'ledger/journal.test.ts',
  },
  {
    name: 'journal: whole paise',
    file: 'ledger/journal.ts',
    find: '!Number.isSafeInteger(amount_paise)',
    replace: 'amount_paise === 0.25',
    test: 'ledger/journal.test.ts',
  },
  {
    name: 'journal: says whose account',
    file: 'ledger/journal.ts',
    find: 'if (personal !== (party_id !== null))',
    replace: 'if (personal === null)',
    test: 'ledger/journal.test.ts',
  },
  {
    name: 'figures: days of India',
    file: 'ledger/figures.repository.ts',
    find: ', timezone: INDIA',
    test: 'ledger/ledger.test.ts',
    only: 'by day',
  },
  {
    name: 'figures: months of India',
    file: 'ledger/india.ts',
    find: 'const OFFSET_MS = 5.5 * 3_600_000;',
    replace: 'const OFFSET_MS = 0;',
    test: 'ledger/ledger.test.ts',
    only: 'completed rides',
  },
  {
    name: 'receipt: of a completed ride',
    file: 'ledger/ledger.service.ts',
    find: 'if (!isCharged) throw',
    replace: 'if (!booking) throw',
    test: 'ledger/ledger.test.ts',
  },
  {
    name: 'slice: what is older',
    file: 'core/slice.repository.ts',
    find: '{ ...filter, [by]: { $lt: slice.before } }',
    replace: 'filter',
    test: 'ledger/ledger.test.ts',
    only: 'in slices',
  },
];
