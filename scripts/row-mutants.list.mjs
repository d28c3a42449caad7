import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { specification } from './specification.mjs';

const folder = new URL('./rows/', import.meta.url);

/**
 * Every entry of `scripts/rows/*.mjs`, in the order of the page; each file exports arrays.
 * @returns {Promise<(import('./row-mutants.list.d.mts').RowMutant | import('./row-mutants.list.d.mts').RowWithoutMutant)[]>}
 */
export async function rowMutants() {
  const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.mjs'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)));
  const entries = modules.flatMap((each) => Object.values(each).filter(Array.isArray).flat());
  const order = new Map(specification().map(({ id }, place) => [id, place]));
  return entries.toSorted((a, b) => (order.get(a.row) ?? -1) - (order.get(b.row) ?? -1));
}
