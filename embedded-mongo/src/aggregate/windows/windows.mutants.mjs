/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    workspace: 'embedded-mongo',
    name: 'windows: a window whose start moves is computed again',
    file: 'aggregate/windows/work.ts',
    find: 'if (start !== covered.start || end < covered.end) {',
    replace: 'if (end < covered.end) {',
    test: 'aggregate/windows/frames.property.test.ts',
  },
  {
    workspace: 'embedded-mongo',
    name: 'windows: a range includes both ends',
    file: 'aggregate/windows/frames.ts',
    find: 'end = forward(Math.max(end, start), (value) => order(value) <= 0);',
    replace: 'end = forward(Math.max(end, start), (value) => order(value) < 0);',
    test: 'aggregate/windows/frames.property.test.ts',
  },
  {
    workspace: 'embedded-mongo',
    name: 'windows: a range begins with the first value inside',
    file: 'aggregate/windows/frames.ts',
    find: 'start = forward(start, (value) => order(value) < 0);',
    replace: 'start = forward(start, (value) => order(value) <= 0);',
    test: 'aggregate/windows/frames.property.test.ts',
  },
];
