import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function changedAt(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(`${entry.parentPath}/${entry.name}`).mtimeMs), 0);
}

/**
 * Runs a program of a workspace in this process: the built file if it is newer than the sources, otherwise the sources.
 * @param {URL} workspace the folder of the workspace
 * @param {string} name the name of the program, whose source is `src/<name>.ts` and whose built file is `dist/<name>.js`
 */
export async function runFresh(workspace, name) {
  const built = new URL(`dist/${name}.js`, workspace);
  const sources = new URL('src/', workspace);
  const isFresh =
    existsSync(built) && (!existsSync(sources) || changedAt(fileURLToPath(sources)) <= statSync(built).mtimeMs);
  if (isFresh) {
    await import(built.href);
    return;
  }
  const { register } = await import('tsx/esm/api');
  register();
  await import(new URL(`${name}.ts`, sources).href);
}
