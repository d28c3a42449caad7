import { own } from '../values/clone';
import { mongoError } from '../values/errors';
import { encodeValue, limitKey, MAX_COMPONENT } from '../values/key';
import { documentKeys, ParallelArrays } from '../values/paths';
import type { Document } from '../values/types';
import type { Index, IndexTraits } from './definition';
import { isPlainText } from './fold';

/** The keys of one document in one index, and the traits that the document adds to the index. */
export type IndexKeys = { keys: Buffer[] } & IndexTraits;

const NONE: IndexKeys = { keys: [], multikey: false, cut: false, odd: false };

function isUnfoldable({ fold }: Index, row: readonly unknown[]): boolean {
  return fold !== null && row.some((value) => typeof value === 'string' && !isPlainText(value));
}

/** The values of an index's fields in a document, one row for each key. Throws code 171 for parallel arrays. */
export function indexRows(index: Index, document: Document): { rows: unknown[][]; multikey: boolean } {
  try {
    return documentKeys(
      document,
      index.fields.map(({ parts }) => parts),
    );
  } catch (error) {
    if (!(error instanceof ParallelArrays)) throw error;
    const paths = index.fields.map(({ path }) => `[${path}]`);
    throw mongoError(171, 'CannotIndexParallelArrays', `cannot index parallel arrays ${paths.join(' ')}`);
  }
}

function encodeRow(index: Index, row: readonly unknown[]): Buffer {
  const { fold } = index;
  const parts = row.map((value, at) => {
    const folded = fold && typeof value === 'string' ? fold(value) : value;
    return encodeValue(folded, index.fields[at]?.descending);
  });
  const [only] = parts;
  return limitKey(parts.length === 1 && only ? only : Buffer.concat(parts));
}

function distinct(keys: Buffer[]): Buffer[] {
  if (keys.length < 2) return keys;
  return [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
}

function isCut(key: Buffer): boolean {
  return key.length >= MAX_COMPONENT;
}

function withTraits(keys: Buffer[], { multikey, odd }: Omit<IndexTraits, 'cut'>): IndexKeys {
  return { keys, multikey, odd, cut: keys.some(isCut) };
}

/** Adds traits to an index. Returns true if one of them is new. */
export function addTraits(index: Index, met: IndexTraits): boolean {
  const { multikey, cut, odd } = index;
  index.multikey ||= met.multikey;
  index.cut ||= met.cut;
  index.odd ||= met.odd;
  return index.multikey !== multikey || index.cut !== cut || index.odd !== odd;
}

/**
 * The keys of a document in an index; none if a sparse or partial index leaves the document out.
 * Throws code 171 for parallel arrays.
 */
export function keysOf(index: Index, document: Document): IndexKeys {
  if (index.covers && !index.covers(document)) return NONE;
  const [field] = index.fields;
  if (field && index.fields.length === 1 && field.parts.length === 1) {
    const value = own(document, field.path);
    if (index.sparse && value === undefined) return NONE;
    if (!Array.isArray(value))
      return withTraits([encodeRow(index, [value])], { multikey: false, odd: isUnfoldable(index, [value]) });
  }
  const { rows, multikey } = indexRows(index, document);
  if (index.sparse && rows.every((row) => row.every((value) => value === undefined))) return NONE;
  const odd = rows.some((row) => isUnfoldable(index, row));
  return withTraits(distinct(rows.map((row) => encodeRow(index, row))), { multikey, odd });
}
