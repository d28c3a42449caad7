import { added, noTally, tallyOf } from '@boli/shared/market/tally';
import { failpoint } from '../core/failpoint';
import { type AreaHour, townHour } from '../market/area';
import { hourId, marketRows } from '../market/market.repository';
import { dropOldHours, historyStart, keepGroups, keepHour } from '../market/market.service';
import { observed } from './observed';
import { observedRides } from './observed.repository';
import { settleEstimates } from './wait.service';

/** The longest time (ms) for which one run reads, so that the other jobs of its loop are not delayed. */
const RUN_MS = 1_000;
/** How far back (ms) changes are read again: the database sets the time of a change a moment before it can be read. */
const OVERLAP_MS = 30_000;
const OLD_GROUPS = 100;

/** The hours with closed requests that have changed, and how far the changes were read. */
interface Changes {
  hours: Map<string, AreaHour>;
  after: Date;
}

/** Reads the changes of requests since the last run. Not `clock`: the times of changes are the database's. */
async function readChanges(signal: AbortSignal): Promise<Changes> {
  const [from, began, since] = [await marketRows.progress(), Date.now(), historyStart()];
  const until = performance.now() + RUN_MS;
  const hours = new Map<string, AreaHour>();
  let last = from;
  for await (const { area, created_at, changed_at, closed_at } of observedRides.changedSince(from)) {
    const mayStop = changed_at && changed_at > last && last > from;
    if (mayStop && (signal.aborted || performance.now() > until)) return { hours, after: last };
    if (changed_at) last = changed_at;
    if (!area || !closed_at || created_at < since) continue;
    const hour = { area, ...townHour(created_at) };
    hours.set(hourId(hour), hour);
  }
  // Not beyond the newest change: the clock of this process may be ahead of the database's.
  return { hours, after: new Date(Math.min(began - OVERLAP_MS, last.getTime())) };
}

/**
 * Keeps the tallies of areas and hours up to date: computes the hours of all requests that have changed since the last
 * run, then the groups that contain them, and finally stores how far it has read. A run that stops halfway is repeated,
 * and any number of processes may run at once, because every row is computed from documents.
 */
export async function keepMarket(signal: AbortSignal): Promise<void> {
  const { hours, after } = await readChanges(signal);
  for (const hour of hours.values()) {
    if (signal.aborted) return;
    await keepHour(hour, async () =>
      added([noTally, ...(await observedRides.ofHour(hour)).map((ride) => tallyOf(observed(ride)))]),
    );
    failpoint('market.hour_stored');
  }
  await keepGroups([...hours.values()]);
  failpoint('market.groups_stored');
  await marketRows.advance(after);
  await dropOldHours(OLD_GROUPS);
  await settleEstimates();
}
