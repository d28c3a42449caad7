import type { Compare } from '../values/compare';
import type { Document } from '../values/types';

/** Filled in by a match: the index of the first array element that made it, for the positional operator `$`. */
export interface MatchPosition {
  index?: number | undefined;
}

/** A compiled query. */
export type Matcher = (document: Document, position?: MatchPosition) => boolean;

/** What a query may lean on beside the document. */
export interface MatchOptions {
  collation?: Document | undefined;
  /** A command's `let`, for `$$name` in `$expr`: expressions without a document. */
  let?: Document | undefined;
  /** Values of further variables by name: those of an enclosing `$lookup`. */
  variables?: Document | undefined;
}

/** What the parts of a query share while it is compiled. */
export interface MatchContext {
  compare: Compare;
  options: MatchOptions;
  /** Compiles an embedded query, for `$elemMatch`. */
  nested: (query: Document) => Matcher;
}
