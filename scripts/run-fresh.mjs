import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function changedAt(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((latest, entry) => Math.max(latest, statSync(`${entry.parentPath}/${entry.name}`).mtimeMs), 0);
}

/**
 * Runs a workspace's program in this process: the built file where it is newer than its sources, else the sources.
 * @param {URL} workspace its folder
 * @param {string} name of the program: `src/<name>.ts`, built as `dist/<name>.js`
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
