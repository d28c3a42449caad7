/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'rating: stored once',
    file: 'ratings/ratings.service.ts',
    find: "      throw new Conflict('ratings.already');\n",
    test: 'ratings/ratings.test.ts',
  },
  {
    name: 'rating: an older average does not replace a newer one',
    file: 'drivers/drivers.repository.ts',
    find: 'total_ratings: { $lte: total_ratings }, completed_rides: { $lte: completed_rides }',
    test: 'ratings/ratings.test.ts',
  },
  {
    name: 'insert: inserting a second time succeeds',
    file: 'store/insert-once.ts',
    find: 'if (isDuplicateKey(error)) return false;',
    test: 'ratings/ratings.test.ts',
  },
];
