import { ObjectId } from 'bson';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import { own } from '../values/clone';
import { isCollated } from '../values/collation';
import { type Document, isObject } from '../values/types';
import { hintedIndex, naturalOrder } from './hint';
import { type IndexPlan, type PlanRequest, plansFor, score } from './plan';
import { rangesOf } from './ranges';
import type { Selection } from './selection';

// Plans with similar scores are compared by counting the entries they would read, up to a limit.
const SIMILAR_SCORE = 8;
const COUNT_LIMIT = 100;
// A complete unique key reads one record: no plan is better.
const UNIQUE_MATCH_SCORE = 20;

function entriesRead(store: Store, plan: IndexPlan): number {
  let counted = 0;
  for (const range of rangesOf(plan)) {
    // `getKeysCount` has no limit: it would read the whole range.
    for (const _ of store.environment.entries.getKeys({ ...range, limit: COUNT_LIMIT - counted })) counted++;
    if (counted >= COUNT_LIMIT) return COUNT_LIMIT;
  }
  return counted;
}

function bestPlan(store: Store, plans: readonly IndexPlan[], limit: number): IndexPlan | null {
  const [first] = plans;
  if (!first || score(first) > UNIQUE_MATCH_SCORE || (first.order !== 0 && limit > 0)) return first ?? null;
  const similar = plans.filter((plan) => score(first) - score(plan) < SIMILAR_SCORE);
  if (similar.length < 2) return first;
  const counted = similar.map((plan) => ({ plan, entries: entriesRead(store, plan) }));
  return counted.reduce((least, each) => (each.entries < least.entries ? each : least)).plan;
}

function narrows({ points, range }: IndexPlan): boolean {
  return points.length > 0 || range !== null;
}

/** One plan for each alternative of a top-level `$or`; none if an alternative has no index. */
function plansOfAlternatives(store: Store, collection: Collection, request: PlanRequest): IndexPlan[] {
  const alternatives = own(request.query, '$or');
  if (!Array.isArray(alternatives) || request.hint !== undefined) return [];
  const plans: IndexPlan[] = [];
  for (const alternative of alternatives) {
    if (!isObject(alternative)) return [];
    const found = plansFor(collection, { query: alternative, collation: request.collation }).filter(narrows);
    const plan = bestPlan(store, found, 0);
    if (!plan) return [];
    plans.push({ ...plan, order: 0 });
  }
  return plans;
}

/** The sort if it orders by fields; undefined for an empty sort, for the order of storage, and if there is no sort. */
export function meaningfulSort(sort: Document | undefined): Document | undefined {
  return sort && Object.keys(sort).length > 0 && !naturalOrder(sort) ? sort : undefined;
}

/**
 * The plan for a query by an `_id` that is a string, a number or an ObjectId. Null for other queries, and for a query
 * with a hint or a collation. Queries by `_id` are by far the most frequent, so no alternatives are compared.
 */
function planById(collection: Collection, { query, hint, collation }: Selection): IndexPlan | null {
  const id = own(query, '_id');
  const [index] = collection.indexes;
  if (!index?.primary || hint !== undefined || isCollated(collation)) return null;
  if (!isScalarId(id)) return null;
  return { index, points: [[id]], range: null, order: 1 };
}

function isScalarId(id: unknown): boolean {
  return typeof id === 'string' || typeof id === 'number' || id instanceof ObjectId;
}

/**
 * Chooses the indexes for a selection: one, or one for each alternative of `$or`; none means a scan of the collection.
 */
export function choosePlans(store: Store, collection: Collection, selection: Selection): IndexPlan[] {
  const byId = planById(collection, selection);
  if (byId) return [byId];
  const { query, collation, limit = 0 } = selection;
  const hint = naturalOrder(selection.sort) ? null : hintedIndex(collection, selection.hint);
  const request = { query, sort: meaningfulSort(selection.sort), collation, hint };
  const plan = bestPlan(store, plansFor(collection, request), limit);
  if (plan && narrows(plan)) return [plan];
  const alternatives = plansOfAlternatives(store, collection, request);
  if (alternatives.length > 0) return alternatives;
  return plan ? [plan] : [];
}
