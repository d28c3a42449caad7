import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const WORKSPACES = ['shared', 'server', 'embedded-mongo', 'city', 'client'];

/**
 * The URLs of all lists of mutants. A mutant removes or changes one guard: code whose lack a test has to notice. Each
 * list is beside the tests of its guards: `<folder>.mutants.mjs`.
 */
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
 * @property {string} [workspace] `server` if not given
 * @property {string} file the file that contains the guard, below the workspace's `src`
 * @property {string} find the code of the guard, which occurs once in the file
 * @property {string} [replace] the code that replaces it; nothing if not given
 * @property {string} test the test file of which a test has to fail, below the workspace's `src`
 * @property {string} [only] a part of the name of the test that has to fail
 * @property {string} [survives] for a harmless mutant: why no test has to fail
 */

/**
 * The mutants of all lists.
 * @type {Mutant[]}
 */
export const mutants = (await Promise.all(lists().map((list) => import(list)))).flatMap((list) => list.mutants);
