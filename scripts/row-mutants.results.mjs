import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './mutation.mjs';
import { proofsOf } from './row-mutants.judge.mjs';
import { page, specification } from './specification.mjs';

const path = join(checkout, 'docs', 'row-mutants.json');
const lock = join(checkout, 'node_modules', '.row-mutants.lock');

/**
 * The result of a mutant: `outcome` is `killed`, with the name of the test in `by`, or the reason why it was not
 * killed; `day` is the day of the run (YYYY-MM-DD), `stamp` identifies the content that was tested.
 * @typedef {{ outcome: string, day: string, by?: string, stamp: string }} RowResult
 */

/**
 * Gives each entry a key: the id of its row, followed by a number for the second and each further mutant of that row
 * (`S1`, `S1.2`, `S1.3`).
 * @template {{ row: string }} T
 * @param {T[]} entries
 * @returns {(T & { key: string })[]}
 */
export function keyed(entries) {
  const counts = new Map();
  return entries.map((entry) => {
    const nth = (counts.get(entry.row) ?? 0) + 1;
    counts.set(entry.row, nth);
    return { ...entry, key: nth === 1 ? entry.row : `${entry.row}.${nth}` };
  });
}

/**
 * Hashes everything that the result of a mutant depends on: the row of the specification, the mutant, the source file
 * that the mutant changes, and the test files that are run for it.
 */
export function stampOf({ key, text, ...mutant }, row) {
  const files = [
    `${mutant.workspace}/src/${mutant.file}`,
    ...proofsOf(row ?? { proofs: [] }, mutant).map(({ file }) => file),
  ];
  const hash = createHash('sha256').update(JSON.stringify([mutant, row]));
  for (const file of files.map((name) => join(checkout, name))) hash.update(existsSync(file) ? readFileSync(file) : '');
  return hash.digest('hex').slice(0, 16);
}

/**
 * Every result of docs/row-mutants.json by key.
 * @returns {Record<string, RowResult>}
 */
export function readResults() {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * The sentence about the mutants in docs/specification.md.
 * @param {((import('./row-mutants.list.mjs').RowMutant | import('./row-mutants.list.mjs').RowWithoutMutant) & { key: string })[]} entries
 * @param {Record<string, RowResult>} results by key
 */
export function summaryOf(entries, results) {
  const mutants = entries.filter((entry) => !('reason' in entry));
  const rows = new Set(mutants.map(({ row }) => row)).size;
  const found = mutants.flatMap(({ key }) => results[key] ?? []).filter(({ outcome }) => outcome === 'killed');
  const killed = found.length;
  const days = found.map(({ day }) => day).toSorted();
  const without = entries.length - mutants.length;
  const exceptions = without === 0 ? '' : ` The reasons why other rows have none (${without}) are in scripts/rows.`;
  return `${rows} rows have ${mutants.length} mutants.${exceptions} ${killed} mutants were killed, the first of them on ${days[0]}, the last on ${days.at(-1)}.`;
}

/** Writes the summary of the current results into docs/specification.md, and deletes results of removed mutants. */
export function writeSummary(entries) {
  const keys = new Set(entries.filter((entry) => !('reason' in entry)).map(({ key }) => key));
  change((results) => Object.fromEntries(Object.entries(results).filter(([key]) => keys.has(key))));
  const text = readFileSync(page, 'utf8');
  const summary = summaryOf(entries, readResults());
  writeFileSync(
    page,
    text.replace(/^\d+ rows have .*$/m, () => summary),
  );
}

/** Writes one result immediately, at its place in the order of the page; other shards may write at the same time. */
export function record(key, result) {
  change((results) => ({ ...results, [key]: result }));
}

/** Reads, changes and writes all results, in the order of the page. */
function change(changed) {
  const unlock = takeLock();
  try {
    const order = new Map(specification().map(({ id }, place) => [id, place]));
    const placeOf = (key) => (order.get(key.split('.')[0]) ?? -1) * 1000 + Number(key.split('.')[1] ?? 1);
    const results = Object.entries(changed(readResults())).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
    writeFileSync(`${path}.new`, `{\n${results.map(line).join(',\n')}\n}\n`);
    renameSync(`${path}.new`, path);
  } finally {
    unlock();
  }
}

const line = ([key, result]) => `  ${JSON.stringify(key)}: ${JSON.stringify(result)}`;

/** Waits at most ten seconds for other shards: a lock that exists for longer was left by a stopped process. */
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
