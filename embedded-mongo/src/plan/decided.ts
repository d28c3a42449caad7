import { ObjectId } from 'bson';
import { own } from '../values/clone';
import { isCollated } from '../values/collation';
import { type Document, isObject } from '../values/types';
import type { IndexPlan } from './plan';
import type { Selection } from './selection';

// Keys longer than MAX_COMPONENT are stored truncated; four texts of this length take about 1,200 bytes at most.
const LONGEST_TEXT = 100;
const MOST_FIELDS = 4;

/** Whether no other value and no missing field has the same key as this value. */
function isExact(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'string' && value.length <= LONGEST_TEXT) ||
    value instanceof ObjectId
  );
}

/** Whether the keys of an index decide this condition: equality with one or several texts, booleans or ObjectIds. */
function isDecidable(condition: unknown): boolean {
  if (!isObject(condition)) return isExact(condition);
  const [operator = '', ...others] = Object.keys(condition);
  if (others.length > 0) return false;
  const argument = own(condition, operator);
  if (operator === '$eq') return isExact(argument);
  return operator === '$in' && Array.isArray(argument) && argument.length > 0 && argument.every(isExact);
}

/** Whether every condition of a query without a collation can be decided by the keys of an index. */
function isDecidableQuery(query: Document): boolean {
  const paths = Object.keys(query);
  if (paths.length === 0 || paths.length > MOST_FIELDS) return false;
  return paths.every((path) => !path.startsWith('$') && isDecidable(own(query, path)));
}

/**
 * Whether the entries that a plan reads are exactly those of the documents that match, one for each, so that no document
 * has to be tested. The index must be sealed: an entry without a checksum may be damaged, and point to another document.
 */
export function decides({ index, points }: IndexPlan, { query, collation }: Selection): boolean {
  if (points.length !== Object.keys(query).length || isCollated(collation)) return false;
  return index.sealed && !index.multikey && isDecidableQuery(query);
}
