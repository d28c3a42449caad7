import type { Document } from '../values/types';

/** When a command times out, in milliseconds since the epoch; a cursor extends it by the time it was idle. */
export type Deadline = { at: number };

/** A query with its modifiers, as in find, update and delete. */
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
  /** The time after which the query fails with code 50, MaxTimeMSExpired. */
  deadline?: Deadline | undefined;
  /** Rows remember which array element matched, for the positional operator `$`. */
  positional?: boolean;
};
