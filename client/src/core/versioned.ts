/** A row that the server numbers by each change. */
export interface Versioned {
  id: string;
  version: number;
}

export type ById<T> = Readonly<Record<string, T>>;

/** Whether `next` may take the place of `held`: only a lower version is dropped. */
export function isNewer(next: Versioned, held: Versioned | undefined): boolean {
  return held === undefined || next.version >= held.version;
}

/**
 * The rows with `row` in place, or the very same object when it is older than what is held. Fields that `row` does not
 * carry at all (a push has no `my_quote`) stay as they were.
 */
export function upsertRow<T extends Versioned>(byId: ById<T>, row: T): ById<T> {
  const held = byId[row.id];
  return isNewer(row, held) ? { ...byId, [row.id]: { ...held, ...row } } : byId;
}

/** The rows without one. */
export function removeRow<T>(byId: ById<T>, id: string): ById<T> {
  if (!(id in byId)) return byId;
  const { [id]: _, ...rest } = byId;
  return rest;
}

/**
 * The rows after a snapshot: what it lists replaces what is held, except by a lower version; what it does not list goes,
 * except rows that an event touched since the snapshot was asked for.
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
    // A row that an event removed meanwhile is touched and no longer held: the snapshot is older than that event.
    if (held === undefined && touchedSince.has(row.id)) continue;
    next[row.id] = held && !isNewer(row, held) ? held : { ...held, ...row };
  }
  return next;
}

/**
 * How many rows are remembered of those that changed or left. An event that is later than so many others is not waited
 * for: a fresh snapshot is.
 */
export const MAX_REMEMBERED = 5_000;

/** Sets the newest entry; beyond `MAX_REMEMBERED` the oldest goes. */
function remember(map: Map<string, number>, id: string, value: number): void {
  map.delete(id);
  map.set(id, value);
  const oldest = map.size > MAX_REMEMBERED ? map.keys().next() : null;
  if (oldest && !oldest.done) map.delete(oldest.value);
}

interface ClosedVersions {
  add: (row: Versioned) => void;
  /** Whether the row left the list in this version or a later one. */
  has: (row: Versioned) => boolean;
}

/** Remembers the versions in which rows left a list. */
export function createClosedVersions(): ClosedVersions {
  const versions = new Map<string, number>();
  return {
    add: ({ id, version }) => remember(versions, id, Math.max(version, versions.get(id) ?? 0)),
    has: ({ id, version }) => (versions.get(id) ?? -1) >= version,
  };
}

interface Touches {
  touch: (id: string) => void;
  /** The moment a snapshot is asked for; each is later than the one before. */
  mark: () => number;
  since: (mark: number) => ReadonlySet<string>;
  /**
   * To be asked before a snapshot of `scope` is applied: false when one that was asked for later has been applied already.
   * An answer that was on its way for long does not take back what a newer one brought.
   */
  takes: (mark: number, scope?: string) => boolean;
  /** Whether `takes` would say no; asking changes nothing. */
  isLate: (mark: number, scope?: string) => boolean;
}

/** Remembers in which order events touched rows, for `applySnapshot`. */
export function createTouches(): Touches {
  const last = new Map<string, number>();
  const applied = new Map<string, number>();
  let count = 0;
  const isLate: Touches['isLate'] = (mark, scope = '') => mark < (applied.get(scope) ?? 0);
  return {
    isLate,
    touch: (id) => {
      count += 1;
      remember(last, id, count);
    },
    mark: () => {
      count += 1;
      return count;
    },
    takes: (mark, scope = '') => {
      if (isLate(mark, scope)) return false;
      applied.set(scope, mark);
      return true;
    },
    since: (mark) => new Set([...last].filter(([, at]) => at > mark).map(([id]) => id)),
  };
}
