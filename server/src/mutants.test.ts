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

/**
 * Whether this file can contain a title that matches `only`. A title of `test.each` is filled from a table, so `only`
 * may also be found as two separate parts. One of them must have two words or more, because a single word is found in
 * most files.
 */
function isTitleIn(file: string, only: string): boolean {
  const text = readFileSync(file, 'utf8').replaceAll("\\'", "'");
  const has = (part: string) => new RegExp(part, 'i').test(text);
  const spaces = [...only.matchAll(/ /g)].map(({ index }) => index);
  const halves = spaces.map((at) => [only.slice(0, at), only.slice(at + 1)]);
  return has(only) || halves.some((parts) => parts.some((part) => part.includes(' ')) && parts.every(has));
}

test('each mutant names a test whose title is in the test file', () => {
  const lost = mutants.filter(
    ({ workspace, test: held, only }) => only !== undefined && !isTitleIn(source(held, workspace), only),
  );
  expect(lost.map(({ name, only }) => `${name}: ${only}`)).toEqual([]);
});
