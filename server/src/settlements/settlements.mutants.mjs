/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'settlement: paid once',
    file: 'settlements/settlements.repository.ts',
    find: "        settlement_status: 'pending',\n        ...(net",
    replace: '        ...(net',
    test: 'settlements/settlements.test.ts',
  },
];
