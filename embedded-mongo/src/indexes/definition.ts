import { compileMatch } from '../match/compile';
import { isCollated } from '../values/collation';
import { toNumber } from '../values/numbers';
import { isIndex } from '../values/paths';
import type { Document } from '../values/types';
import { type FoldText, textFold } from './fold';

/** One field of an index. */
export type IndexField = { path: string; parts: readonly string[]; descending: boolean };

/** What an index has met so far, which limits what may be read off it. */
export type IndexTraits = {
  /** An array: a record may have several keys. */
  multikey: boolean;
  /** A key too long to be stored whole: the order of keys is not quite the order of values. */
  cut: boolean;
  /** With a collation: a text whose folding is not known to be the same for all texts that equal it. */
  odd: boolean;
};

/** What is stored of an index: its number, what `createIndexes` was given, and its traits. */
export type IndexState = IndexTraits & {
  id: number;
  spec: Document;
  /** All its entries carry checksums; in an index from before there were checksums those that were written since do. */
  sealed: boolean;
};

/** An index, ready for use. */
export type Index = IndexState & {
  name: string;
  key: Document;
  fields: readonly IndexField[];
  unique: boolean;
  sparse: boolean;
  /** Says whether a document belongs into a partial index. */
  covers: ((document: Document) => boolean) | null;
  /** The `_id` index points straight at its one record, see indexes/entries. */
  primary: boolean;
  /** An index with a collation holds its strings folded. */
  fold: FoldText | null;
  /** The collation of the strings in the index; null for the order of bytes. Other questions it does not answer. */
  collation: Document | null;
  /** Hidden indexes, those of array places and those of collations that no folding expresses answer no query. */
  queryable: boolean;
  /** How many questions it has answered since the store was opened. */
  uses: number;
};

export const PRIMARY_NAME = '_id_';

function fieldOf([path, direction]: [string, unknown]): IndexField {
  return { path, parts: path.split('.'), descending: typeof direction !== 'string' && toNumber(direction) < 0 };
}

/** Makes an index of its stored state. */
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
