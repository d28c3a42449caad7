import type { Index } from '../indexes/definition';
import type { Collection } from '../storage/collection';
import { equal } from '../values/compare';
import { badValue } from '../values/errors';
import { toNumber } from '../values/numbers';
import { isObject } from '../values/types';

/** The order of storage, from `$natural` in a hint or a sort: 1 forwards, -1 backwards. */
export type Natural = 1 | -1;

/** The direction of `{ $natural: ±1 }`; null for anything else. */
export function naturalOrder(pattern: unknown): Natural | null {
  if (!isObject(pattern) || pattern.$natural === undefined) return null;
  return toNumber(pattern.$natural) < 0 ? -1 : 1;
}

/**
 * The index a hint names, by name or by key pattern; undefined without a hint, null for `$natural`.
 * Throws BadValue if there is no such index.
 */
export function hintedIndex(collection: Collection, hint: unknown): Index | null | undefined {
  if (hint === undefined || hint === null || hint === '') return undefined;
  if (isObject(hint) && Object.keys(hint).length === 0) return undefined;
  if (naturalOrder(hint)) return null;
  const found = collection.indexes.find((index) =>
    typeof hint === 'string' ? index.name === hint : equal(index.key, hint),
  );
  if (found) return found;
  throw badValue(
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  );
}
