import type { RowKey } from '../sums/periods';
import type { SumsBuild } from '../sums/sums.model';
import { sumsRows } from '../sums/sums.repository';
import { bringUpToDate, markStale } from '../sums/sums.service';
import { rowsOfBooking, rowsOfEntry, rowsOfRedemption, rowsOfSettlement } from './leaves';
import { leafDocuments } from './leaves.repository';

type Stage = SumsBuild['stage'];
type Build = Omit<SumsBuild, '_id'>;

/** The number of documents that are marked together. */
const TOGETHER = 1_000;
/** The longest time (ms) that one run works, so that the other jobs of its loop are not delayed. */
const RUN_MS = 1_000;

/** A batch of documents: the id of the last one, and the rows that they are counted in. */
interface Batch {
  last: string | null;
  keys: RowKey[];
}

type MarkedStage = Exclude<Stage, 'sums' | 'done'>;
const nextStage: Record<MarkedStage, Stage> = {
  rows: 'bookings',
  bookings: 'settlements',
  settlements: 'journal',
  journal: 'redemptions',
  redemptions: 'sums',
};

function batchOf<D extends { _id: string }>(documents: readonly D[], rowsOf: (document: D) => RowKey[]): Batch {
  return { last: documents.at(-1)?._id ?? null, keys: documents.flatMap(rowsOf) };
}

async function readBatch(stage: MarkedStage, after: string | null): Promise<Batch> {
  switch (stage) {
    case 'rows':
      return batchOf(await sumsRows.after(after, TOGETHER), ({ _id, series, owner }) => [
        { series, owner, period: _id.slice(`${series}:${owner}:`.length) },
      ]);
    case 'bookings':
      return batchOf(await leafDocuments.bookingsAfter(after, TOGETHER), rowsOfBooking);
    case 'settlements':
      return batchOf(await leafDocuments.settlementsAfter(after, TOGETHER), rowsOfSettlement);
    case 'journal':
      return batchOf(await leafDocuments.entriesAfter(after, TOGETHER), rowsOfEntry);
    case 'redemptions':
      return batchOf(await leafDocuments.redemptionsAfter(after, TOGETHER), rowsOfRedemption);
  }
}

/** Marks the next documents of a stage; returns where to continue. */
async function markNext(stage: MarkedStage, after: string | null): Promise<Build> {
  const { last, keys } = await readBatch(stage, after);
  await markStale(keys);
  return last === null ? { stage: nextStage[stage], after: null } : { stage, after: last };
}

/**
 * Keeps the sums up to date, so that readers find little to compute. In a database from before the sums were kept, it
 * first marks the sums of all documents as stale, in many short runs; each run continues where the last one has
 * stopped, also in another process. The sums of documents that are written meanwhile are marked by reconcile steps.
 */
export async function keepSums(signal: AbortSignal): Promise<void> {
  const until = performance.now() + RUN_MS;
  const mayGoOn = () => !signal.aborted && performance.now() < until;
  let build: Build = (await sumsRows.readBuild()) ?? { stage: 'rows', after: null };
  while (build.stage !== 'sums' && build.stage !== 'done') {
    if (!mayGoOn()) return;
    build = await markNext(build.stage, build.after);
    await sumsRows.writeBuild(build);
  }
  const isComplete = await bringUpToDate({}, mayGoOn);
  if (build.stage === 'sums' && isComplete) await sumsRows.writeBuild({ stage: 'done', after: null });
}

/**
 * Requests that the job `keepSums` builds all sums anew, as in a database without sums. Until they are built, figures
 * are computed from the documents.
 */
export async function rebuildSums(): Promise<void> {
  await sumsRows.writeBuild({ stage: 'rows', after: null });
}
