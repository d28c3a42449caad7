import { compileMatch } from '../match/compile';
import { isCollated } from '../values/collation';
import { toNumber } from '../values/numbers';
import { isIndex } from '../values/paths';
import type { Document } from '../values/types';
import { type FoldText, textFold } from './fold';

/** One field of an index. */
export type IndexField = { path: string; parts: readonly string[]; descending: boolean };

/** Properties of the values in an index, which limit how it may be used. */
export type IndexTraits = {
  /** True once an indexed field held an array, so that a record may have several keys. */
  multikey: boolean;
  /** True once a key was too long and was truncated: the order of keys may then differ from the order of values. */
  cut: boolean;
  /** True once a string was stored that may be folded differently from strings that equal it under the collation. */
  odd: boolean;
};

/** The stored state of an index: its number, its specification from `createIndexes`, and its traits. */
export type IndexState = IndexTraits & {
  id: number;
  spec: Document;
  /** True if all entries have checksums. In an index older than checksums, only the entries written later have them. */
  sealed: boolean;
};

/** An index, ready for use. */
export type Index = IndexState & {
  name: string;
  key: Document;
  fields: readonly IndexField[];
  unique: boolean;
  sparse: boolean;
  /** Whether a document belongs to a partial index; null for an index of all documents. */
  covers: ((document: Document) => boolean) | null;
  /** True for the `_id` index, whose entries have another form: see indexes/entries. */
  primary: boolean;
  /** Folds the strings of an index with a collation; null for an index without a collation. */
  fold: FoldText | null;
  /** The collation of the strings in the index; only queries with this collation may use the index. Null for byte order. */
  collation: Document | null;
  /** False for hidden indexes and for indexes on array positions: no query uses them. */
  queryable: boolean;
  /** The number of queries that used the index since the store was opened. */
  uses: number;
};

export const PRIMARY_NAME = '_id_';

function fieldOf([path, direction]: [string, unknown]): IndexField {
  return { path, parts: path.split('.'), descending: typeof direction !== 'string' && toNumber(direction) < 0 };
}

/** Creates an index from its stored state. */
export function prepareIndex(state: IndexState): Index {
  const { spec } = state;
  const key = spec.key as Document;
  const partial = spec.partialFilterExpression as Document | undefined;
  const name = String(spec.name);
  const fields = Object.entries(key).map(fieldOf);
  return {
    ...state,
    uses: 0,
    name,
    key,
    fields,
    unique: spec.unique === true || spec.prepareUnique === true || name === PRIMARY_NAME,
    sparse: spec.sparse === true,
    covers: partial ? compileMatch(partial, {}) : null,
    primary: name === PRIMARY_NAME,
    fold: textFold(spec.collation as Document | undefined),
    collation: isCollated(spec.collation) ? spec.collation : null,
    queryable: spec.hidden !== true && !fields.some(({ parts }) => parts.some(isIndex)),
  };
}
