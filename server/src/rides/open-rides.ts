import type { Near } from '@boli/shared/rides/rides.schema';
import { clock } from '../core/clock';
import { sharedRuns } from '../core/shared-runs';
import type { Slice } from '../core/slice.repository';
import type { DomainEvents } from '../domain-events';
import { OpenList, type OpenPage } from './open-list';
import { openRides } from './open-rides.repository';

/**
 * Changes are read again from this many milliseconds before the latest known one: two concurrent writes may become
 * visible in the reverse order of their times.
 */
const OVERLAP_MS = 1_000;
/**
 * Everything is read again at this interval (milliseconds) while the list is requested: the only remedy after the
 * database's own clock was set back.
 */
const ANEW_AFTER_MS = 300_000;

interface Held {
  list: OpenList;
  /** The time of the latest change that has been read (epoch milliseconds by the database's clock). */
  latest: number;
  /** When everything was last read, by the monotonic clock. */
  readAt: number;
}

let held: Held | null = null;
let reading: Held | null = null;
/** Counts interruptions: a list that was read during one is not kept for later calls. */
let interruptions = 0;

/** Applies a changed request to the list. */
export function updateOpenRides({ ride }: DomainEvents['ride.changed']): void {
  held?.list.take(ride);
  reading?.list.take(ride);
}

/** Drops the list: the next call reads everything from the database. */
export function forgetOpenRides(): void {
  held = null;
  interruptions += 1;
}

/**
 * A page of the requests that are open now, all of them or those in a circle, each with every quote on it. Taken from
 * memory, and includes every change that the database has made visible before the call, by any process. Rejects when
 * the database is unreachable, because the list could be outdated.
 */
export async function openPage(query: Slice & { near: Near | null }): Promise<OpenPage> {
  const { list } = await refreshed();
  return list.page({ ...query, now: clock.now() });
}

const refreshed = sharedRuns(async (): Promise<Held> => {
  const known = held;
  if (!known || performance.now() - known.readAt > ANEW_AFTER_MS) return readEverything();
  await catchUp(known);
  return known;
});

async function readEverything(): Promise<Held> {
  const began = interruptions;
  const fresh: Held = { list: new OpenList(), latest: 0, readAt: performance.now() };
  reading = fresh;
  try {
    // Read before the rows: a row that changes while the rows are read is then among the changes that `catchUp` reads.
    fresh.latest = (await openRides.latestChange())?.getTime() ?? 0;
    for await (const ride of openRides.all()) fresh.list.take(ride);
    await catchUp(fresh);
    if (began === interruptions) held = fresh;
    return fresh;
  } finally {
    reading = null;
  }
}

/** Applies the changes since the latest known one. */
async function catchUp(into: Held): Promise<void> {
  // If the clock of a machine that runs both this process and the database was set back, new changes may have earlier
  // times than the latest known one.
  const since = new Date(Math.min(into.latest, clock.database()) - OVERLAP_MS);
  const changes = await openRides.changedSince(since);
  const news = changes.filter(({ _id, version }) => into.list.isNews(_id, version));
  const opened = news.filter(({ status }) => status === 'open').map(({ _id }) => _id);
  for (const { _id, status, version } of news) if (status !== 'open') into.list.close(_id, version);
  if (opened.length > 0) for (const ride of await openRides.byIds(opened)) into.list.take(ride);
  for (const { changed_at } of changes) into.latest = Math.max(into.latest, changed_at?.getTime() ?? 0);
}
