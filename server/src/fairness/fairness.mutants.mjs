/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'fairness: a figure has 30 observations or more',
    file: 'fairness/publishing.ts',
    find: 'counts[figure] >= LEAST_OBSERVATIONS && isOfManyPeople(own, figure)',
    replace: 'counts[figure] >= LEAST_OBSERVATIONS - 1 && isOfManyPeople(own, figure)',
    test: 'fairness/fairness.test.ts',
    only: 'of a month with 29 rides',
    survives: 'a period of few observations contains a segment of few observations, which the next check refuses, too',
  },
  {
    name: 'fairness: no difference of periods has few observations',
    file: 'fairness/publishing.ts',
    find: 'return count >= LEAST_OBSERVATIONS && isOfManyPeople(segment, figure);',
    replace: 'return isOfManyPeople(segment, figure);',
    test: 'fairness/publishing.test.ts',
    only: 'by sums and differences',
  },
  {
    name: 'fairness: no difference of periods is of few people',
    file: 'fairness/publishing.ts',
    find: 'return count >= LEAST_OBSERVATIONS && isOfManyPeople(segment, figure);',
    replace: 'return count >= LEAST_OBSERVATIONS;',
    test: 'fairness/publishing.test.ts',
    only: 'of fewer than five people',
  },
  {
    name: 'fairness: a month is compared with the last days that were published',
    file: 'fairness/publishing.ts',
    find: 'figuresWithEnough(candidate).filter((figure) => isSafe(figure, candidate))',
    replace: 'figuresWithEnough(candidate)',
    test: 'fairness/publishing.test.ts',
    only: 'after the last published ones',
  },
  {
    name: 'fairness: last days leave enough for the rest of the month',
    file: 'fairness/publishing.ts',
    find: 'isSafe(figure, candidate) && leavesEnough(figure, candidate)',
    replace: 'isSafe(figure, candidate)',
    test: 'fairness/publishing.test.ts',
    only: 'rides a day is never more',
  },
  {
    name: 'fairness: a day is counted an hour after its end',
    file: 'fairness/fairness.service.ts',
    find: 'endOf(day).getTime() + CLOSED_AFTER_MS',
    replace: 'endOf(day).getTime()',
    test: 'fairness/fairness.test.ts',
    only: 'an hour after its end',
  },
  {
    name: 'own cost: the cost is presented to the driver only',
    file: 'drivers/drivers.presenter.ts',
    find: 'viewerId === profile.user_id ? ownCost(profile) : null',
    replace: 'ownCost(profile)',
    test: 'drivers/own-cost.test.ts',
    only: 'sent to nobody else',
  },
];
