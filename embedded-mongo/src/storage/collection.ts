import { type Index, type IndexState, prepareIndex } from '../indexes/definition';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { decode } from '../wire/decode';

/** A collection in the catalog. Its counters are read from the records when they are first needed. */
export type Collection = {
  id: number;
  database: string;
  name: string;
  /** The options of `create`: validator, capped, viewOn, collation, … */
  options: Document;
  /** True if all its records have checksums. In older collections a record gains one when it is written. */
  sealed: boolean;
  indexes: Index[];
  /** The number of the next record; null before its first use since the start. */
  nextRecord: number | null;
  count: number | null;
  /** The bytes of all documents; counted for capped collections only, null before the first use since the start. */
  bytes: number | null;
};

type Stored = Pick<Collection, 'id' | 'database' | 'name' | 'options'> & { sealed?: boolean; indexes: IndexState[] };

/** The full name, as `database.collection`. */
export function namespaceOf(collection: { database: string; name: string }): string {
  return `${collection.database}.${collection.name}`;
}

/** The bytes of a collection's description in the catalog. */
export function encodeCollection(collection: Collection): Buffer {
  const { id, database, name, options, sealed } = collection;
  const indexes = collection.indexes.map(({ id, spec, multikey, cut, odd, sealed }) => ({
    id,
    spec,
    multikey,
    cut,
    odd,
    sealed,
  }));
  return encode({ id, database, name, options, sealed, indexes });
}

/**
 * Reads the stored state of an index. Older versions stored neither `odd` nor `sealed`: their index may hold strings
 * that are folded differently from equal strings, and entries without checksums.
 */
function readIndex(state: IndexState): Index {
  return prepareIndex({ ...state, odd: state.odd ?? true, sealed: state.sealed ?? false });
}

/** Decodes a collection's description. */
export function decodeCollection(bytes: Buffer): Collection {
  const stored = decode(bytes) as Stored;
  const { sealed = false } = stored;
  return { ...stored, sealed, indexes: stored.indexes.map(readIndex), nextRecord: null, count: null, bytes: null };
}
