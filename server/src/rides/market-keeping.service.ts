import { clock } from '../core/clock';
import { failpoint } from '../core/failpoint';
import { type AreaHour, townHour } from '../market/area';
import { hourId, marketRows } from '../market/market.repository';
import { dropOldHours, historyStart, keepGroups, keepHour } from '../market/market.service';
import { tallyOfHour } from './observed';
import { observedRides } from './observed.repository';
import { settleEstimates } from './wait.service';

/** The longest time (ms) for which one run reads, so that the other jobs of its loop are not delayed. */
const RUN_MS = 1_000;
/**
 * How far back (ms) changes are read again: the database sets the time of a change a moment before the change can be
 * read.
 */
const OVERLAP_MS = 30_000;
const OLD_GROUPS = 100;

/** The changes that this process has not counted yet. */
interface Changes {
  /** The hours with closed requests that have changed. */
  hours: Map<string, AreaHour>;
  /** Every change that was read; each one is identified by its request and its time. */
  read: Set<string>;
  /** The time up to which the changes were read; null if it need not be stored. */
  after: Date | null;
}

/** The changes that the last run has read and counted: the next run reads those of the last seconds again. */
let counted: ReadonlySet<string> = new Set();
/**
 * For each hour, by its id: the version of its row when this process last computed the groups that contain the hour. If
 * the row has another version now, the groups have to be computed again.
 */
const summed = new Map<string, number>();
const MOST_SUMMED = 10_000;

/** Lets the next run count every change that it reads, as after a restart. */
export function forgetChanges(): void {
  counted = new Set();
  summed.clear();
}

/** Reads the changes of requests since the last run. Their times come from the database. */
async function readChanges(signal: AbortSignal): Promise<Changes> {
  const [from, began, since] = [await marketRows.progress(), clock.database(), historyStart()];
  const until = performance.now() + RUN_MS;
  const hours = new Map<string, AreaHour>();
  const read = new Set<string>();
  let [last, hasNews, isCut] = [from, false, false];
  for await (const { _id, area, created_at, changed_at, closed_at } of observedRides.changedSince(from)) {
    const mayStop = changed_at && changed_at > last && last > from;
    isCut = mayStop === true && (signal.aborted || performance.now() > until);
    if (isCut) break;
    if (changed_at) last = changed_at;
    const change = `${_id}:${changed_at?.getTime()}`;
    read.add(change);
    if (counted.has(change)) continue;
    hasNews = true;
    if (!area || !closed_at || created_at < since) continue;
    const hour = { area, ...townHour(created_at) };
    hours.set(hourId(hour), hour);
  }
  // Not beyond the newest change: the clock of this process may be ahead of the database's.
  const after = isCut ? last : new Date(Math.min(began - OVERLAP_MS, last.getTime()));
  // Without new changes, `after` is stored only if it equals the time of the newest change, as when that change is older
  // than OVERLAP_MS. Then no run stores it again until the next change.
  const isSettled = after.getTime() === last.getTime();
  return { hours, read, after: after > from && (hasNews || isSettled) ? after : null };
}

/**
 * Keeps the tallies of areas and hours up to date: computes the hours of all requests that have changed since the last
 * run, then the groups that contain them, and finally stores how far it has read. A run that stops halfway is repeated,
 * and any number of processes may run at once, because every row is computed from documents. A change
 * that this process has counted is not counted again, and an unchanged row is not written: an idle town writes nothing.
 */
export async function keepMarket(signal: AbortSignal): Promise<void> {
  const { hours, read, after } = await readChanges(signal);
  const versions = new Map<string, number>();
  const changed: AreaHour[] = [];
  for (const [id, hour] of hours) {
    if (signal.aborted) return;
    const { version, isNew } = await keepHour(hour, async () => tallyOfHour(await observedRides.ofHour(hour)));
    // The groups certainly contain this version only if this process has computed them with it. Another process may
    // have stopped between storing an hour and computing its groups.
    if (isNew || summed.get(id) !== version) changed.push(hour);
    versions.set(id, version);
    failpoint('market.hour_stored');
  }
  await keepGroups(changed);
  failpoint('market.groups_stored');
  if (summed.size > MOST_SUMMED) summed.clear();
  for (const [id, version] of versions) summed.set(id, version);
  if (after) await marketRows.advance(after);
  counted = read;
  await dropOldHours(OLD_GROUPS);
  await settleEstimates();
}
