import type { Document } from '../values/types';

/** When a command gives up, in milliseconds since the epoch; a cursor moves it on by the time it lay idle. */
export type Deadline = { at: number };

/** A query with its modifiers, as find, update, delete and the rest ask it. */
export type Selection = {
  query: Document;
  sort?: Document | undefined;
  skip?: number | undefined;
  /** 0 and undefined: no limit. */
  limit?: number | undefined;
  hint?: unknown;
  collation?: Document | undefined;
  /** Values of `$$name` in `$expr`. */
  variables?: Document | undefined;
  /** After it the query gives up with code 50. */
  deadline?: Deadline | undefined;
  /** Rows remember which array element matched, for the positional operator `$`. */
  positional?: boolean;
};
