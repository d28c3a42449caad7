import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { isCollated } from '../values/collation';
import { type Document, isObject } from '../values/types';
import { type IndexPlan, plansFor } from './plan';
import { rangesOf } from './ranges';
import type { Selection } from './selection';

// Keys longer than MAX_COMPONENT are stored truncated; four texts of this length take about 1,200 bytes at most.
const LONGEST_TEXT = 100;
const MOST_FIELDS = 4;
const MOST_COMBINATIONS = 200;

/** Whether no other value and no missing field has the same key as this value. */
function isExact(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && value.length <= LONGEST_TEXT);
}

/** Whether the keys of an index decide this condition: equality with one or several texts or booleans. */
function isDecidable(condition: unknown): boolean {
  if (!isObject(condition)) return isExact(condition);
  const [[operator, argument] = []] = Object.entries(condition);
  if (Object.keys(condition).length !== 1) return false;
  if (operator === '$eq') return isExact(argument);
  return operator === '$in' && Array.isArray(argument) && argument.length > 0 && argument.every(isExact);
}

/** Whether the points of a plan are few enough to count each of their combinations. */
function isSmall(points: IndexPlan['points']): boolean {
  return points.reduce((product, values) => product * values.length, 1) <= MOST_COMBINATIONS;
}

/** The plan whose entries are exactly the matching documents, one entry for each; null if there is none. */
function coveringPlan(collection: Collection, query: Document): IndexPlan | null {
  const paths = Object.keys(query);
  if (paths.length === 0 || paths.length > MOST_FIELDS) return null;
  if (!paths.every((path) => !path.startsWith('$') && isDecidable(query[path]))) return null;
  const covers = ({ index, points }: IndexPlan) => points.length === paths.length && !index.multikey && isSmall(points);
  return plansFor(collection, { query }).find(covers) ?? null;
}

/**
 * Counts the documents of a selection by the entries of an index, without reading any document; null if no index
 * decides every condition of the query.
 */
export function countByIndex(store: Store, collection: Collection, selection: Selection): number | null {
  const { query, skip = 0, limit = 0, hint, collation } = selection;
  if (hint !== undefined || isCollated(collation)) return null;
  const plan = coveringPlan(collection, query);
  if (!plan) return null;
  plan.index.uses++;
  const { entries } = store.environment;
  const all = rangesOf(plan).reduce((sum, range) => sum + entries.getKeysCount(range), 0);
  const left = Math.max(0, all - skip);
  return limit > 0 ? Math.min(left, limit) : left;
}
