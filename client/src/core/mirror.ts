import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { createQuestions, type Question, type Questions } from './questions';
import { onOtherPerson } from './session';
import { applySnapshot, type ById, createClosedVersions, removeRow, upsertRow, type Versioned } from './versioned';

export type Kept<S> = UseBoundStore<StoreApi<S>>;

/** A store of what the server told one person; `empty` again as soon as another one is signed in, or nobody. */
export function createKept<S extends object>(empty: S): Kept<S> {
  const store = create<S>(() => empty);
  onOtherPerson(() => store.setState(empty, true));
  return store;
}

export interface MirrorState<R> {
  byId: ById<R>;
}

export interface Mirror<R, S> extends Questions {
  /** The store as a hook. Rows enter and leave by the functions beside it alone. */
  use: Kept<S>;
  /** Takes one row, however it came, unless a newer one is held or left the list; `also` goes with it. Says whether it was taken. */
  upsert: (row: R, also?: Partial<S>) => boolean;
  /** Takes a row out for good: nothing as old as this version brings it back. False where a newer one is held, which stays. */
  remove: (row: Versioned) => boolean;
  /** Takes what was read as all there is `of` that kind: what is not listed goes, unless an event told of it since. */
  snapshot: (rows: readonly R[], question: Question, more?: { of?: (row: R) => boolean; also?: Partial<S> }) => void;
  /** Takes a page: it adds and renews, and removes nothing. */
  page: (rows: readonly R[], also?: Partial<S>) => void;
  /** Forgets everything. */
  clear: () => void;
}

/**
 * A mirror of rows that the server numbers by each change: snapshot, pages, replies and pushes may come in any order, and
 * the newest of each row wins. `empty` is the whole state before anything is known; another person finds it so again.
 */
export function createMirror<R extends Versioned, S extends MirrorState<R>>(empty: S): Mirror<R, S> {
  const use = createKept(empty);
  const questions = createQuestions();
  let closed = createClosedVersions();
  const isOpen = (row: Versioned) => !closed.has(row);
  const forget = () => {
    closed = createClosedVersions();
  };
  onOtherPerson(forget);
  const put = (change: (byId: ById<R>) => ById<R>, also?: Partial<S>) =>
    use.setState((state) => ({ ...state, ...also, byId: change(state.byId) }), true);
  return {
    ...questions,
    use,
    upsert: (row, also) => {
      questions.touch(row.id);
      const { byId } = use.getState();
      const next = isOpen(row) ? upsertRow(byId, row) : byId;
      if (next !== byId) put(() => next, also);
      return next !== byId;
    },
    remove: ({ id, version }) => {
      questions.touch(id);
      if ((use.getState().byId[id]?.version ?? version) > version) return false;
      closed.add({ id, version });
      put((byId) => removeRow(byId, id));
      return true;
    },
    snapshot: (rows, question, { of = () => true, also } = {}) =>
      put((byId) => {
        const held = Object.entries(byId);
        const here = Object.fromEntries(held.filter(([, row]) => of(row)));
        const others = Object.fromEntries(held.filter(([, row]) => !of(row)));
        return { ...others, ...applySnapshot(here, rows.filter(isOpen), question.touched()) };
      }, also),
    page: (rows, also) => put((byId) => rows.filter(isOpen).reduce<ById<R>>(upsertRow, byId), also),
    clear: () => {
      forget();
      questions.drop();
      use.setState(empty, true);
    },
  };
}
