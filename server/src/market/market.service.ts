import type { WaitOutlook } from '@boli/shared/market/market.schema';
import { isObservedAt } from '@boli/shared/market/odds';
import { added, type Tally } from '@boli/shared/market/tally';
import { clock } from '../core/clock';
import { Conflict } from '../core/errors';
import { failpoint } from '../core/failpoint';
import type { AreaHour } from './area';
import { type GroupKey, groupId, marketRows, TOWN } from './market.repository';

const MAX_TRIES = 20;
const DAY_MS = 86_400_000;
const HISTORY_MS = 90 * DAY_MS;

/** The history begins here: 90 days ago. */
export const historyStart = (): Date => new Date(clock.millis() - HISTORY_MS);

/**
 * Computes a row and stores it, unless another process has stored it since its version was read; then it is computed
 * again. So a row never replaces one that was computed from newer documents.
 */
async function keep(
  version: () => Promise<number>,
  store: (tally: Tally, version: number) => Promise<boolean>,
  read: () => Promise<Tally>,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await version();
    failpoint('market.version_read');
    if (await store(await read(), before)) return;
  }
  throw new Conflict('common.changed_meanwhile');
}

/** Computes one hour of an area again; `read` reads its requests. May be repeated. */
export async function keepHour(key: AreaHour, read: () => Promise<Tally>): Promise<void> {
  await keep(
    () => marketRows.hourVersion(key),
    (tally, version) => marketRows.storeHour(key, tally, version),
    read,
  );
}

const versionOf = async (key: GroupKey) => (await marketRows.groups([key])).get(groupId(key))?.version ?? 0;

async function keepGroup(key: GroupKey, read: () => Promise<Tally[]>): Promise<void> {
  const computed_at = clock.now();
  await keep(
    () => versionOf(key),
    async (tally, version) => {
      const isStored = await marketRows.storeGroup(key, { ...tally, computed_at, version });
      if (isStored && tally.reached[0] === 0) await marketRows.removeGroup(key, version + 1);
      return isStored;
    },
    async () => added(await read()),
  );
}

/**
 * Computes the groups that contain these hours again: first those of areas, then those of the town, which are sums of
 * the former.
 */
export async function keepGroups(keys: readonly GroupKey[]): Promise<void> {
  const since = historyStart();
  for (const { area, hour } of new Map(keys.map((key) => [groupId(key), key])).values()) {
    if (area !== TOWN && hour !== null) await keepGroup({ area, hour }, () => marketRows.hoursOf(area, hour, since));
  }
  for (const hour of new Set(keys.map((key) => key.hour)))
    if (hour !== null) await keepGroup({ area: TOWN, hour }, () => marketRows.areasAt(hour));
  if (keys.length > 0) await keepGroup({ area: TOWN, hour: null }, () => marketRows.townHours());
}

/** Computes groups again that are a day old, so that hours of more than 90 days ago leave them; at most `limit`. */
export async function dropOldHours(limit: number): Promise<void> {
  await keepGroups(await marketRows.computedBefore(new Date(clock.millis() - DAY_MS), limit));
}

/** The tally of one area at this hour of the day; null if nothing was observed. */
export async function tallyAt(key: Pick<AreaHour, 'area' | 'hour'>): Promise<Tally | null> {
  return (await marketRows.groups([key])).get(groupId(key)) ?? null;
}

/** A tally, and what it covers. */
export interface ScopedTally {
  scope: WaitOutlook['scope'];
  tally: Tally;
}

/**
 * The narrowest tally in which at least 30 requests were still open for quotes this long (seconds) after posting: that
 * of the area at this hour, of the town at this hour, or of the town at every hour. Null without any.
 */
export async function tallyFor(
  { area, hour }: Pick<AreaHour, 'area' | 'hour'>,
  seconds: number,
): Promise<ScopedTally | null> {
  const keys = { area_hour: { area, hour }, town_hour: { area: TOWN, hour }, town: { area: TOWN, hour: null } };
  const found = await marketRows.groups(Object.values(keys));
  for (const scope of ['area_hour', 'town_hour', 'town'] as const) {
    const tally = found.get(groupId(keys[scope]));
    if (tally && isObservedAt(tally, seconds)) return { scope, tally };
  }
  return null;
}
