import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const WORKSPACES = ['shared', 'server', 'embedded-mongo', 'city', 'client'];

/** Each list is beside the tests of its guards: `<folder>.mutants.mjs`. */
function lists() {
  return WORKSPACES.flatMap((workspace) => {
    const folder = join(root, workspace, 'src');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mutants.mjs'))
      .sort()
      .map((file) => pathToFileURL(join(folder, file)).href);
  });
}

/**
 * @typedef {object} Mutant
 * @property {string} name
 * @property {string} [workspace] `server` where not given
 * @property {string} file with the guard, in the workspace's `src`
 * @property {string} find the code of the guard, which occurs once in the file
 * @property {string} [replace] the code that replaces it; nothing where not given
 * @property {string} test the file that has to fail, in the workspace's `src`
 * @property {string} [only] a part of the name of the test that has to fail
 * @property {string} [survives] why no test has to fail
 */

/**
 * Every guard that is removed once.
 * @type {Mutant[]}
 */
export const mutants = (await Promise.all(lists().map((list) => import(list)))).flatMap((list) => list.mutants);
