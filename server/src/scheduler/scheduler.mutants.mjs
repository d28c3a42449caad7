/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'lease: an owner trusts a renewal for ten seconds only',
    file: 'scheduler/lease.ts',
    find: ' && performance.now() < validUntil',
    replace: '',
    test: 'scheduler/lease.test.ts',
    only: 'could not renew',
  },
  {
    name: 'lease: a lease that was taken over is not renewed',
    file: 'scheduler/lease.repository.ts',
    find: 'updateOne({ _id, owner, fence }, { $inc',
    replace: 'updateOne({ _id }, { $inc',
    test: 'scheduler/lease.test.ts',
    only: 'was taken over',
  },
  {
    name: 'lease: only one node takes it',
    file: 'scheduler/lease.repository.ts',
    find: 'updateOne({ _id, fence, beat }, { $set',
    replace: 'updateOne({ _id }, { $set',
    test: 'scheduler/lease.test.ts',
    only: 'one of many nodes',
  },
  {
    name: 'lease: a running owner is not replaced',
    file: 'scheduler/lease.ts',
    find: `    if (lease.owner !== null && performance.now() - seen.since < ABANDONED_MS) return;
`,
    test: 'scheduler/lease.test.ts',
    only: 'one of many nodes',
  },
  {
    name: 'scheduler: jobs run only on the node with the lease',
    file: 'scheduler/scheduler.ts',
    find: `    if (!mayRun()) return;
`,
    test: 'scheduler/lease.test.ts',
    only: 'the jobs run on one node',
  },
  {
    name: 'lease: the stop does not wait for a database that does not answer',
    file: 'scheduler/lease.ts',
    find: 'await within(giveBack(), GIVE_BACK_MS);',
    replace: 'await giveBack();',
    test: 'scheduler/lease.test.ts',
    only: 'half a second at most',
  },
];
