import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './mutation.mjs';
import { proofsOf } from './row-mutants.judge.mjs';
import { specification } from './specification.mjs';

const path = join(checkout, 'docs', 'row-mutants.json');
const lock = join(checkout, 'node_modules', '.row-mutants.lock');

/** Gives each entry a key: its row, and from the second mutant of a row on its number (`S1`, `S1.2`). */
export function keyed(entries) {
  const counts = new Map();
  return entries.map((entry) => {
    const nth = (counts.get(entry.row) ?? 0) + 1;
    counts.set(entry.row, nth);
    return { ...entry, key: nth === 1 ? entry.row : `${entry.row}.${nth}` };
  });
}

/** What the result of a mutant depends on: the row, the mutant, its file and the files of its proofs, in short. */
export function stampOf({ key, ...mutant }, row) {
  const files = [
    `${mutant.workspace}/src/${mutant.file}`,
    ...proofsOf(row ?? { proofs: [] }, mutant).map(({ file }) => file),
  ];
  const hash = createHash('sha256').update(JSON.stringify([mutant, row]));
  for (const file of files.map((name) => join(checkout, name))) hash.update(existsSync(file) ? readFileSync(file) : '');
  return hash.digest('hex').slice(0, 16);
}

/** Every result by key: `outcome`, the `day` of the run, the test it was killed `by`, and the `stamp` it is true for. */
export function readResults() {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Writes one result at once, in the order of the page; other shards may write at the same time. */
export function record(key, result) {
  const unlock = takeLock();
  try {
    const results = Object.entries({ ...readResults(), [key]: result });
    const order = new Map(specification().map(({ id }, place) => [id, place]));
    const placeOf = (each) => (order.get(each.split('.')[0]) ?? -1) * 1000 + Number(each.split('.')[1] ?? 1);
    const lines = results.toSorted(([a], [b]) => placeOf(a) - placeOf(b)).map(line);
    writeFileSync(`${path}.new`, `{\n${lines.join(',\n')}\n}\n`);
    renameSync(`${path}.new`, path);
  } finally {
    unlock();
  }
}

const line = ([key, result]) => `  ${JSON.stringify(key)}: ${JSON.stringify(result)}`;

/** Waits for other shards; a lock that is held for ten seconds was left behind. */
function takeLock() {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return () => {
    try {
      rmdirSync(lock);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  };
}
