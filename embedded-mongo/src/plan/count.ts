import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { decides } from './decided';
import { type IndexPlan, plansFor } from './plan';
import { rangesOf } from './ranges';
import type { Selection } from './selection';

const MOST_COMBINATIONS = 200;

/** Whether the points of a plan are few enough to count each of their combinations. */
function isSmall(points: IndexPlan['points']): boolean {
  return points.reduce((product, values) => product * values.length, 1) <= MOST_COMBINATIONS;
}

/** The plan whose entries are exactly the matching documents, one entry for each; null if there is none. */
function coveringPlan(collection: Collection, selection: Selection): IndexPlan | null {
  const { query, collation } = selection;
  const isCovering = (plan: IndexPlan) => decides(plan, selection) && isSmall(plan.points);
  return plansFor(collection, { query, collation }).find(isCovering) ?? null;
}

/**
 * Counts the documents of a selection by the entries of an index, without reading any document; null if no index
 * decides every condition of the query.
 */
export function countByIndex(store: Store, collection: Collection, selection: Selection): number | null {
  const { skip = 0, limit = 0, hint } = selection;
  const plan = hint === undefined ? coveringPlan(collection, selection) : null;
  if (!plan) return null;
  plan.index.uses++;
  const { entries } = store.environment;
  const all = rangesOf(plan).reduce((sum, range) => sum + entries.getKeysCount(range), 0);
  const left = Math.max(0, all - skip);
  return limit > 0 ? Math.min(left, limit) : left;
}
