import { isDeepStrictEqual } from 'node:util';
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

/** When the history begins: 90 days ago. */
export const historyStart = (): Date => new Date(clock.millis() - HISTORY_MS);

/** The version of a row, and whether this computation has stored it. */
export interface KeptVersion {
  version: number;
  isNew: boolean;
}

/** How a row is kept. */
interface Kept<Row extends Tally & { version: number }> {
  stored: () => Promise<Row | null>;
  store: (tally: Tally, version: number) => Promise<boolean>;
  read: () => Promise<Tally>;
  /** Whether a row may stay as it is if its counts have not changed. */
  isFresh: (row: Row) => boolean;
}

/**
 * Computes a row, and stores it if its counts have changed or it is too old (`isFresh`). If another process has stored
 * the row since it was read, the row is computed again instead. So a row never replaces one that was computed from
 * newer documents.
 */
async function keep<Row extends Tally & { version: number }>({
  stored,
  store,
  read,
  isFresh,
}: Kept<Row>): Promise<KeptVersion> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await stored();
    failpoint('market.version_read');
    const tally = await read();
    if (before && isDeepStrictEqual(added([before]), tally) && isFresh(before))
      return { version: before.version, isNew: false };
    const version = before?.version ?? 0;
    if (await store(tally, version)) return { version: version + 1, isNew: true };
  }
  throw new Conflict('common.changed_meanwhile');
}

/** Computes one hour of an area again; `read` reads its requests. May be repeated. */
export function keepHour(key: AreaHour, read: () => Promise<Tally>): Promise<KeptVersion> {
  return keep({
    stored: () => marketRows.hour(key),
    store: (tally, version) => marketRows.storeHour(key, tally, version),
    read,
    isFresh: () => true,
  });
}

const isEmpty = ({ reached }: Tally) => reached[0] === 0;
/** Groups that were computed before this time are computed again. */
const dayAgo = () => new Date(clock.millis() - DAY_MS);

async function keepGroup(key: GroupKey, read: () => Promise<Tally[]>): Promise<void> {
  const now = clock.now();
  await keep({
    stored: async () => (await marketRows.groups([key])).get(groupId(key)) ?? null,
    store: (tally, version) =>
      marketRows.storeGroup(key, { ...tally, computed_at: isEmpty(tally) ? null : now, version }),
    read: async () => added(await read()),
    isFresh: ({ computed_at }) => computed_at === null || computed_at >= dayAgo(),
  });
}

/**
 * Computes again the groups that contain these hours: first those of areas, then those of the town, which are sums of
 * the groups of areas.
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

/**
 * Computes again at most `limit` groups that are a day old, and the groups of the town that include them, so that they
 * no longer contain hours of more than 90 days ago.
 */
export async function dropOldHours(limit: number): Promise<void> {
  await keepGroups(await marketRows.computedBefore(dayAgo(), limit));
}

/** The tally of one area at this hour of the day; null if nothing was ever observed. */
export async function tallyAt(key: Pick<AreaHour, 'area' | 'hour'>): Promise<Tally | null> {
  return (await marketRows.groups([key])).get(groupId(key)) ?? null;
}

/** A tally, and what it covers. */
export interface ScopedTally {
  scope: WaitOutlook['scope'];
  tally: Tally;
}

/**
 * The narrowest tally in which at least 30 requests were still open for quotes this long (seconds) after posting: the
 * tally of the area at this hour, of the town at this hour, or of the town at every hour. Null if no tally has so many.
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
