import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { onOtherPerson } from './session';
import {
  applySnapshot,
  type ById,
  createClosedVersions,
  createTouches,
  removeRow,
  upsertRow,
  type Versioned,
} from './versioned';

export type Kept<S> = UseBoundStore<StoreApi<S>>;

/** A store of what the server told one person; `empty` again as soon as another one is signed in, or nobody. */
export function createKept<S extends object>(empty: S): Kept<S> {
  const store = create<S>(() => empty);
  onOtherPerson(() => store.setState(empty, true));
  return store;
}

/** One thing asked of the server, from the asking to the answer. */
export interface Question {
  /** Whether the answer says nothing any more: a newer one has been taken, or it was asked for another person. */
  isLate: () => boolean;
  /** To be asked once before the answer is taken: false where it is late. Older answers of its scope are late from then on. */
  takes: () => boolean;
  /** The ids that events touched since it was asked. */
  touched: () => ReadonlySet<string>;
}

interface Reading<A> {
  ask: () => Promise<A>;
  take: (answer: A, question: Question) => void;
  /** Told of a failure, unless it is late as well. */
  failed?: (error: unknown) => void;
  /** Questions of other scopes say nothing of each other. */
  scope?: string;
}

export interface Questions {
  ask: (scope?: string) => Question;
  /** Asks, and takes the answer unless it is late. Rejects as `ask` does. */
  read: <A>(reading: Reading<A>) => Promise<void>;
  /** Notes that an event has told of this id. */
  touch: (id: string) => void;
  /** Whatever is under way is late from now on. */
  drop: () => void;
}

/** The guard of a store against late answers. It drops what is under way when another person is signed in. */
export function createQuestions(): Questions {
  let touches = createTouches();
  const drop = () => {
    touches = createTouches();
  };
  onOtherPerson(drop);
  const ask: Questions['ask'] = (scope) => {
    const mine = touches;
    const mark = mine.mark();
    return {
      isLate: () => mine !== touches || mine.isLate(mark, scope),
      takes: () => mine === touches && mine.takes(mark, scope),
      touched: () => mine.since(mark),
    };
  };
  const read: Questions['read'] = async (reading) => {
    const question = ask(reading.scope);
    const answer = await reading.ask().catch((error) => {
      if (!question.isLate()) reading.failed?.(error);
      throw error;
    });
    if (question.takes()) reading.take(answer, question);
  };
  return { ask, read, touch: (id) => touches.touch(id), drop };
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
