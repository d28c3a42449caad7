import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { mutants } from '../../scripts/mutants.list.mjs';
import { root } from './root';

const source = (file: string, workspace = 'server') => join(root, workspace, 'src', file);

test('the code of each mutant of `npm run test:long` is found exactly once in its file, and its test file exists', () => {
  const lost = mutants.filter(({ workspace, file, find, test: held }) => {
    const path = source(file, workspace);
    const times = existsSync(path) ? readFileSync(path, 'utf8').split(find).length - 1 : 0;
    return times !== 1 || !existsSync(source(held, workspace));
  });
  expect(lost.map(({ name }) => name)).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
