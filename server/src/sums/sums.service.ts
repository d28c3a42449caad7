import { clock } from '../core/clock';
import { failpoint } from '../core/failpoint';
import { grouped } from '../core/grouped';
import { idOf, levels, type RowKey, shortestLevel } from './periods';
import { added, noSums } from './sums';
import type { Sums, SumsRow } from './sums.model';
import { type Computed, type Scope, sumsRows } from './sums.repository';

/** Computes rows of the shortest period from the documents, in the order of the given rows. */
export type ReadLeaves = (rows: readonly SumsRow[]) => Promise<Computed[]>;

let readDocuments: ReadLeaves = () => Promise.reject(new Error('the documents of the sums are not wired'));

/** Sets the function that reads the documents; called once, when the process starts. */
export function implementLeaves(read: ReadLeaves): void {
  readDocuments = read;
}

/** The number of rows that are computed together. */
const TOGETHER = 500;

/** Marks rows as stale after a document has changed. May be repeated. */
export async function markStale(keys: readonly RowKey[]): Promise<void> {
  if (keys.length > 0) await sumsRows.mark(keys, clock.now());
}

/**
 * Computes all stale rows of the scope, from the shortest period to the longest. Afterwards the rows include every
 * change that was marked before the call. Ends early, and returns false, as soon as `mayGoOn` returns false.
 */
export async function bringUpToDate(scope: Scope, mayGoOn: () => boolean = () => true): Promise<boolean> {
  if (!(await sumsRows.hasStale(scope))) return true;
  for (const level of levels) {
    for (let full = true; full; ) {
      if (!mayGoOn()) return false;
      const rows = await sumsRows.stale(scope, level, TOGETHER);
      if (rows.length > 0) await compute(rows);
      full = rows.length === TOGETHER;
    }
  }
  return true;
}

/**
 * Computes rows of one level. The order of the writes matters. The row above is marked after the sums are stored, so
 * that it is computed from them. It is marked before the row's own mark is removed, so that a process that dies in
 * between leaves a mark. Any number of processes may compute the same rows.
 */
async function compute(rows: readonly SumsRow[]): Promise<void> {
  await sumsRows.store(await computed(rows, readDocuments));
  failpoint('sums.stored');
  await markStale(rows.flatMap((row) => keyAbove(row) ?? []));
  failpoint('sums.marked');
  await sumsRows.clear(rows);
}

/** Computes rows without storing anything; `readLeaves` reads the documents of the shortest periods. */
export async function computed(rows: readonly SumsRow[], readLeaves: ReadLeaves): Promise<Computed[]> {
  const leaves = rows.filter(isLeaf);
  const others = rows.filter((row) => !isLeaf(row));
  return [...(leaves.length > 0 ? await readLeaves(leaves) : []), ...(others.length > 0 ? await summedUp(others) : [])];
}

/** Whether a row is computed from documents. */
function isLeaf(row: SumsRow): boolean {
  return row.level === shortestLevel(row);
}

function keyAbove({ series, owner, parent }: SumsRow): RowKey | null {
  return parent === null ? null : { series, owner, period: parent.slice(`${series}:${owner}:`.length) };
}

async function summedUp(rows: readonly SumsRow[]): Promise<Computed[]> {
  const below = grouped(await sumsRows.below(rows.map(({ _id }) => _id)), ({ parent }) => parent ?? '');
  return rows.map((row) => {
    const parts = (below.get(row._id) ?? []).sort((one, other) => (one._id < other._id ? -1 : 1));
    return {
      row,
      sums: parts.reduce((sums, part) => added(sums, part.sums ?? noSums), noSums),
      driver_name: parts.findLast(({ driver_name }) => driver_name)?.driver_name ?? null,
    };
  });
}

/** The smallest scopes that contain these rows: one for each owner, or only one if all rows are of one series. */
function scopesOf(keys: readonly RowKey[]): Scope[] {
  const [first] = keys;
  if (!first) return [];
  const owners = new Set(keys.map(({ owner }) => owner));
  const isOneSeries = keys.every(({ series }) => series === first.series);
  if (!isOneSeries) return [...owners].map((owner) => ({ owner }));
  return [owners.size === 1 ? { series: first.series, owner: first.owner } : { series: first.series }];
}

/**
 * The sums of these rows, in the given order. Null while the sums are still being built from the documents that are older
 * than the kept sums.
 */
export async function readSums(keys: readonly RowKey[]): Promise<Sums[] | null> {
  if (!(await sumsRows.isBuilt())) return null;
  for (const scope of scopesOf(keys)) await bringUpToDate(scope);
  const rows = await sumsRows.byIds(keys.map(idOf));
  return keys.map((key) => rows.get(idOf(key))?.sums ?? noSums);
}
