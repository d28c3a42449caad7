import { grouped } from '../core/grouped';
import { beginningOf, endOf } from '../core/india';
import { idOf, leafOf, PLATFORM } from '../sums/periods';
import { added, noSums } from '../sums/sums';
import type { SumsRow } from '../sums/sums.model';
import type { Computed } from '../sums/sums.repository';
import {
  type Addition,
  additionOfBooking,
  additionOfEntry,
  additionOfRedemption,
  additionOfSettlement,
  collectionOf,
} from './leaves';
import { leafDocuments, type Span } from './leaves.repository';

/** Rows that are further apart than this (milliseconds) are read by separate queries. */
const GAP_MS = 31 * 24 * 3_600_000;

/** A row for one of an owner's shortest periods (an hour or a day), and the start and the end of that period. */
interface Leaf {
  row: SumsRow;
  span: Span;
}

/** Computes the rows of hours and days from the documents; rows of an owner that are close together share one read. */
export async function readLeaves(rows: readonly SumsRow[]): Promise<Computed[]> {
  const results: Computed[] = [];
  for (const own of grouped(rows, ({ series, owner }) => `${series}:${owner}`).values()) {
    for (const run of runsOf(own.map(leafWithSpan))) results.push(...(await readRun(run)));
  }
  return results;
}

function leafWithSpan(row: SumsRow): Leaf {
  const period = row._id.slice(`${row.series}:${row.owner}:`.length);
  return { row, span: { from: beginningOf(period), to: endOf(period) } };
}

/** Groups leaves into runs: a gap longer than `GAP_MS` between two leaves begins a new run. */
function runsOf(leaves: Leaf[]): Leaf[][] {
  const sorted = leaves.sort((one, other) => one.span.from.getTime() - other.span.from.getTime());
  const runs: Leaf[][] = [];
  for (const leaf of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && leaf.span.from.getTime() - last.span.to.getTime() <= GAP_MS) run.push(leaf);
    else runs.push([leaf]);
  }
  return runs;
}

async function readRun(run: readonly Leaf[]): Promise<Computed[]> {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return [];
  const { series, owner } = first.row;
  const { additions, names } = await additionsOf(first.row, { from: first.span.from, to: last.span.to });
  const byRow = grouped(additions, ({ at }) => idOf(leafOf(series, owner, at)));
  const nameByRow = new Map(names.map(({ at, name }) => [idOf(leafOf(series, owner, at)), name]));
  return run.map(({ row }) => ({
    row,
    sums: (byRow.get(row._id) ?? []).reduce((sums, addition) => added(sums, addition.sums), noSums),
    driver_name: nameByRow.get(row._id) ?? null,
  }));
}

/**
 * What the documents of this time add to a series of an owner, and the driver's names in the settlements, oldest first.
 */
async function additionsOf(
  { series, owner }: SumsRow,
  span: Span,
): Promise<{ additions: Addition[]; names: { at: Date; name: string }[] }> {
  switch (series) {
    case 'balance': {
      const entries = await leafDocuments.entries(owner, span);
      return { additions: entries.map((entry) => additionOfEntry(entry, owner)), names: [] };
    }
    case 'promos': {
      const uses = await leafDocuments.redemptions(owner, span);
      return { additions: uses.flatMap((use) => additionOfRedemption(use) ?? []), names: [] };
    }
    case 'collected':
      return { additions: (await leafDocuments.collected(span)).flatMap((one) => collectionOf(one) ?? []), names: [] };
    case 'fares': {
      const [bookings, settlements] = await Promise.all([
        leafDocuments.bookings(owner, span),
        leafDocuments.settlements(owner, span),
      ]);
      return {
        additions: [
          ...bookings.flatMap((booking) => additionOfBooking(booking) ?? []),
          ...settlements.map(additionOfSettlement),
        ],
        names:
          owner === PLATFORM
            ? []
            : settlements.map(({ created_at, driver_name }) => ({ at: created_at, name: driver_name })),
      };
    }
  }
}
