import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { createReadGuard, type PendingRead, type ReadGuard } from './read-guard';
import { onUserChange } from './session';
import { applySnapshot, type ById, createClosedVersions, removeRow, upsertRow, type Versioned } from './versioned';

export type UserStore<S> = UseBoundStore<StoreApi<S>>;

/** A store of one user's data; reset to `empty` when another user signs in, or on sign-out. */
export function createUserStore<S extends object>(empty: S): UserStore<S> {
  const store = create<S>(() => empty);
  onUserChange(() => store.setState(empty, true));
  return store;
}

export interface MirrorState<R> {
  byId: ById<R>;
}

export interface Mirror<R, S> extends ReadGuard {
  /** The store as a hook. Only the functions of the mirror add and remove rows. */
  use: UserStore<S>;
  /**
   * Applies one row and `also`, unless a newer version is stored, or this or a newer version was removed. Returns whether
   * it was applied.
   */
  upsert: (row: R, also?: Partial<S>) => boolean;
  /**
   * Removes a row, and accepts no row of this version or an older one again. False if a newer one is stored, which
   * stays.
   */
  remove: (row: Versioned) => boolean;
  /**
   * Applies the complete list of rows that match `of`: other rows that match are removed, unless an event touched them
   * since the request.
   */
  snapshot: (rows: readonly R[], pending: PendingRead, more?: { of?: (row: R) => boolean; also?: Partial<S> }) => void;
  /** Applies a page: adds and updates rows, removes none. */
  page: (rows: readonly R[], also?: Partial<S>) => void;
}

/**
 * A mirror of versioned rows of the server: snapshots, pages, replies and pushes may arrive in any order, and the
 * newest version of each row wins. `empty` is the initial state, to which a change of user resets it.
 */
export function createMirror<R extends Versioned, S extends MirrorState<R>>(empty: S): Mirror<R, S> {
  const use = createUserStore(empty);
  const guard = createReadGuard();
  let closed = createClosedVersions();
  const isOpen = (row: Versioned) => !closed.has(row);
  onUserChange(() => {
    closed = createClosedVersions();
  });
  const put = (change: (byId: ById<R>) => ById<R>, also?: Partial<S>) =>
    use.setState((state) => ({ ...state, ...also, byId: change(state.byId) }), true);
  return {
    ...guard,
    use,
    upsert: (row, also) => {
      guard.touch(row.id);
      const { byId } = use.getState();
      const next = isOpen(row) ? upsertRow(byId, row) : byId;
      if (next !== byId) put(() => next, also);
      return next !== byId;
    },
    remove: ({ id, version }) => {
      guard.touch(id);
      if ((use.getState().byId[id]?.version ?? version) > version) return false;
      closed.add({ id, version });
      put((byId) => removeRow(byId, id));
      return true;
    },
    snapshot: (rows, pending, { of = () => true, also } = {}) =>
      put((byId) => {
        const held = Object.entries(byId);
        const here = Object.fromEntries(held.filter(([, row]) => of(row)));
        const others = Object.fromEntries(held.filter(([, row]) => !of(row)));
        return { ...others, ...applySnapshot(here, rows.filter(isOpen), pending.touchedIds()) };
      }, also),
    page: (rows, also) => put((byId) => rows.filter(isOpen).reduce<ById<R>>(upsertRow, byId), also),
  };
}
