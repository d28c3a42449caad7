import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { specification } from './specification.mjs';

const folder = new URL('./rows/', import.meta.url);

/**
 * One way to break what a row of docs/specification.md says. `file` is a path below the workspace's `src`. The file
 * contains the text `find` exactly once. The mutant has `replace` in its place, or nothing if there is no `replace`.
 * The proofs of a row are its tests, written as `file › name`. With `proof`, only the proofs that contain this text are
 * run; without it, all are run. Only generated mutants of texts have `text`: the key in the catalogue, its text and a
 * wrong text. With it one run of a test file judges many mutants (text-mutants.mjs).
 * @typedef {{ row: string, workspace: 'client' | 'server' | 'shared', file: string, find: string, replace?: string,
 *   proof?: string, text?: { key: string, original: string, value: string } }} RowMutant
 */

/**
 * A row that cannot have a mutant, and why.
 * @typedef {{ row: string, reason: string }} RowWithoutMutant
 */

/**
 * Every entry of `scripts/rows/*.mjs`, whose files export arrays, in the order of docs/specification.md.
 * @returns {Promise<(RowMutant | RowWithoutMutant)[]>}
 */
export async function rowMutants() {
  const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.mjs'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const entries = modules.flatMap((each) => Object.values(each).filter(Array.isArray).flat());
  const order = new Map(specification().map(({ id }, place) => [id, place]));
  return entries.toSorted((a, b) => (order.get(a.row) ?? -1) - (order.get(b.row) ?? -1));
}
