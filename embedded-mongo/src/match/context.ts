import type { Compare } from '../values/compare';
import type { Document } from '../values/types';

/** Set by a match: the index of the first matching array element, for the positional operator `$`. */
export interface MatchPosition {
  index?: number | undefined;
}

/** A compiled query. */
export type Matcher = (document: Document, position?: MatchPosition) => boolean;

/** Options of a query. */
export interface MatchOptions {
  collation?: Document | undefined;
  /** A command's `let`, for `$$name` in `$expr`: expressions that do not refer to a document. */
  let?: Document | undefined;
  /** Values of further variables by name: those of an enclosing `$lookup`. */
  variables?: Document | undefined;
}

/** The context of compiling a query. */
export interface MatchContext {
  compare: Compare;
  options: MatchOptions;
  /** Compiles an embedded query, for `$elemMatch`. */
  nested: (query: Document) => Matcher;
}
