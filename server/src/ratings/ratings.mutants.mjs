/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'rating: a ride is rated once',
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
    name: 'insert: a second insert under the same id does not throw',
    file: 'store/insert-once.ts',
    find: 'if (isDuplicateKey(error)) return false;',
    test: 'ratings/ratings.test.ts',
  },
];
