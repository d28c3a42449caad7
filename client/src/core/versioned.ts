import { BoundedMap } from '@boli/shared/core/bounded-map';
/** A row whose version the server increments with each change. */
export interface Versioned {
  id: string;
  version: number;
}

export type ById<T> = Readonly<Record<string, T>>;

/** Whether `next` may replace the stored row `held`: only a lower version is dropped. */
export function isNewer(next: Versioned, held: Versioned | undefined): boolean {
  return held === undefined || next.version >= held.version;
}

/**
 * The rows with `row` inserted, or the same object when `row` is older than the stored one. Fields that `row` does not
 * have (a push has no `my_quote`) keep their values.
 */
export function upsertRow<T extends Versioned>(byId: ById<T>, row: T): ById<T> {
  const held = byId[row.id];
  return isNewer(row, held) ? { ...byId, [row.id]: { ...held, ...row } } : byId;
}

/** The rows without the one of this id; the same object when there is none. */
export function removeRow<T>(byId: ById<T>, id: string): ById<T> {
  if (!(id in byId)) return byId;
  const { [id]: _, ...rest } = byId;
  return rest;
}

/**
 * The rows after a snapshot: listed rows replace stored ones, except by a lower version; stored rows that are not
 * listed are removed, except those that an event touched since the snapshot was requested.
 */
export function applySnapshot<T extends Versioned>(
  byId: ById<T>,
  rows: readonly T[],
  touchedSince: ReadonlySet<string>,
): ById<T> {
  const next: Record<string, T> = {};
  for (const [id, row] of Object.entries(byId)) if (touchedSince.has(id)) next[id] = row;
  for (const row of rows) {
    const held = byId[row.id];
    // A touched row that is no longer stored was removed by an event that is newer than the snapshot.
    if (held === undefined && touchedSince.has(row.id)) continue;
    next[row.id] = held && !isNewer(row, held) ? held : { ...held, ...row };
  }
  return next;
}

/**
 * How many changed or removed rows are remembered. An event that arrives after more than this many others is not
 * recognized as late; the next snapshot corrects the row.
 */
export const MAX_REMEMBERED = 5_000;

interface ClosedVersions {
  add: (row: Versioned) => void;
  /** Whether the row was removed in this version or a later one. */
  has: (row: Versioned) => boolean;
}

/** Remembers the versions in which rows were removed from a list. */
export function createClosedVersions(): ClosedVersions {
  const versions = new BoundedMap<string, number>(MAX_REMEMBERED);
  return {
    add: ({ id, version }) => versions.set(id, Math.max(version, versions.get(id) ?? 0)),
    has: ({ id, version }) => (versions.get(id) ?? -1) >= version,
  };
}

interface TouchLog {
  touch: (id: string) => void;
  /** Marks the request of a snapshot; marks increase. */
  mark: () => number;
  touchedSince: (mark: number) => ReadonlySet<string>;
  /**
   * Call before a snapshot of `scope` is applied. Returns false if a snapshot that was requested later is already
   * applied: a slow response must not undo a newer one.
   */
  accept: (mark: number, scope?: string) => boolean;
  /** Whether `accept` would return false; without its side effect. */
  isStale: (mark: number, scope?: string) => boolean;
}

/** Records the order in which events touched rows, for `applySnapshot`. */
export function createTouchLog(): TouchLog {
  const last = new BoundedMap<string, number>(MAX_REMEMBERED);
  const applied = new Map<string, number>();
  let count = 0;
  const isStale: TouchLog['isStale'] = (mark, scope = '') => mark < (applied.get(scope) ?? 0);
  return {
    isStale,
    touch: (id) => {
      count += 1;
      last.set(id, count);
    },
    mark: () => {
      count += 1;
      return count;
    },
    accept: (mark, scope = '') => {
      if (isStale(mark, scope)) return false;
      applied.set(scope, mark);
      return true;
    },
    touchedSince: (mark) => new Set([...last].filter(([, at]) => at > mark).map(([id]) => id)),
  };
}
