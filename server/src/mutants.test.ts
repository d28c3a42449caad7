import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { mutants } from '../../scripts/mutants.list.mjs';
import { root } from './root';

const source = (file: string) => join(root, 'server', 'src', file);

test('each guard that `npm run test:long` takes out stands where it is looked for, once, with the test that holds it', () => {
  const lost = mutants.filter(({ file, find, test: held }) => {
    const times = existsSync(source(file)) ? readFileSync(source(file), 'utf8').split(find).length - 1 : 0;
    return times !== 1 || !existsSync(source(held));
  });
  expect(lost.map(({ name }) => name)).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
