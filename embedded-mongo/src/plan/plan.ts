import type { Index } from '../indexes/definition';
import { isFoldable, isPlainText } from '../indexes/fold';
import type { Collection } from '../storage/collection';
import { isCollated, isSameCollation } from '../values/collation';
import { toNumber } from '../values/numbers';
import { type Document, RANK, rank } from '../values/types';
import { impliesFilter } from './implies';
import { type Bound, type Predicate, type Predicates, predicatesOf, requiresPresence } from './predicates';

/** How a query is run through one index. */
export type IndexPlan = {
  index: Index;
  /** The values that each of the index's first fields may have. */
  points: readonly (readonly unknown[])[];
  /** The range of the next field; null if that field has none. */
  range: { low: Bound | null; high: Bound | null } | null;
  /** The direction in which the entries are in the order of the sort: 1 forwards, -1 backwards; 0 if neither. */
  order: -1 | 0 | 1;
};

/** A query to be planned. */
export type PlanRequest = {
  query: Document;
  sort?: Document | undefined;
  collation?: Document | undefined;
  /** The only index that may be used; null if none may be used, undefined if all may. */
  hint?: Index | null | undefined;
};

// With more combinations of points than this, looking up each of them would cost more than reading all entries that
// have the points of the preceding fields.
const MAX_COMBINATIONS = 2000;

type Context = { request: PlanRequest; predicates: Predicates };

/** Under a collation, values that contain strings cannot be compared by their keys. */
function usableUnder(collation: Document | undefined, values: readonly unknown[]): boolean {
  if (!isCollated(collation)) return true;
  return values.every((value) => ![RANK.string, RANK.object, RANK.array].some((type) => type === rank(value)));
}

/** The points of a predicate; null if the index cannot look up all of them. An index with a collation folds strings. */
function usablePoints(index: Index, predicate: Predicate | undefined, context: Context): readonly unknown[] | null {
  const points = predicate?.points;
  if (!points) return null;
  const others = index.collation ? points.filter((point) => typeof point !== 'string') : points;
  if (!usableUnder(context.request.collation, others)) return null;
  return others.length === points.length || points.every((point) => typeof point !== 'string' || isPlainText(point))
    ? points
    : null;
}

const EVERYTHING = { low: null, high: null };

function usableRange(index: Index, predicate: Predicate | undefined, context: Context): IndexPlan['range'] {
  if (!predicate) return null;
  const { low, high, together, exists } = predicate;
  // A sparse index contains exactly the documents that have at least one of its fields.
  if (!low && !high) return exists && index.sparse ? EVERYTHING : null;
  const values = [low, high].flatMap((bound) => (bound ? [bound.value] : []));
  if (!usableUnder(context.request.collation, values)) return null;
  if (low && high && rank(low.value) !== rank(high.value)) return { low, high: null };
  // Two elements of one array may each satisfy one of the bounds, unless one `$elemMatch` has both.
  return index.multikey && low && high && !together ? { low, high: null } : { low, high };
}

/** In a multikey index, two fields below the same array cannot both be bound: different elements may satisfy them. */
function sharesArray(index: Index, at: number): boolean {
  if (!index.multikey) return false;
  const root = index.fields[at]?.parts[0];
  return index.fields.slice(0, at).some(({ parts }) => parts[0] === root);
}

function bind(index: Index, context: Context): Pick<IndexPlan, 'points' | 'range'> {
  const points: (readonly unknown[])[] = [];
  let combinations = 1;
  for (const [at, field] of index.fields.entries()) {
    if (sharesArray(index, at)) return { points, range: null };
    const predicate = context.predicates.get(field.path);
    const values = usablePoints(index, predicate, context);
    if (!values) return { points, range: usableRange(index, predicate, context) };
    combinations *= Math.max(1, values.length);
    if (combinations > MAX_COMBINATIONS && points.length > 0) return { points, range: null };
    points.push(values);
  }
  return { points, range: null };
}

function isBackwards(direction: unknown): boolean {
  return toNumber(direction) < 0;
}

/** The direction in which the index's entries are in the order of the sort; 0 if neither direction is. */
function orderOf(index: Index, points: IndexPlan['points'], context: Context): IndexPlan['order'] {
  const { sort, collation } = context.request;
  if (!sort || index.multikey || index.cut || isCollated(collation)) return 0;
  if (points.some((values) => values.length !== 1)) return 0;
  const fixed = new Set(index.fields.slice(0, points.length).map(({ path }) => path));
  const wanted = Object.entries(sort).filter(([path]) => !fixed.has(path));
  const rest = index.fields.slice(points.length);
  if (wanted.length > rest.length) return 0;
  const directions = wanted.map(([path, direction], at) => {
    const field = rest[at];
    if (field?.path !== path) return 0;
    return isBackwards(direction) === field.descending ? 1 : -1;
  });
  if (directions.every((each) => each === 1)) return 1;
  return directions.every((each) => each === -1) ? -1 : 0;
}

/** An index with a collation serves queries with the same collation, while it holds only strings that can be folded. */
function canCompare({ collation, odd }: Index, asked: Document | undefined): boolean {
  return collation === null || (!odd && isSameCollation(collation, asked) && isFoldable(collation));
}

function canServe(index: Index, { request, predicates }: Context): boolean {
  if (!index.queryable || !canCompare(index, request.collation)) return false;
  if (request.hint === index) return true;
  if (index.sparse && !index.fields.some(({ path }) => requiresPresence(predicates.get(path)))) return false;
  const filter = index.spec.partialFilterExpression as Document | undefined;
  if (!filter) return true;
  // Under a collation the query matches documents that the filter, which has no collation, left out.
  return !isCollated(request.collation) && impliesFilter(filter, request.query, predicates);
}

function planWith(index: Index, context: Context): IndexPlan | null {
  if (!canServe(index, context)) return null;
  const { points, range } = bind(index, context);
  const order = index.sparse && points.length === 0 && !range ? 0 : orderOf(index, points, context);
  const useful = points.length > 0 || range !== null || order !== 0 || context.request.hint === index;
  return useful ? { index, points, range, order } : null;
}

/** The score of a plan, higher is better: complete unique keys, then equalities, ranges, and a sort without extra cost. */
export function score({ index, points, range, order }: IndexPlan): number {
  const whole = index.unique && points.length === index.fields.length ? 20 : 0;
  const ends = range ? 2 + (range.low ? 2 : 0) + (range.high ? 2 : 0) : 0;
  return whole + points.length * 10 + ends + (order === 0 ? 0 : 3) - index.fields.length * 0.1;
}

/** The possible plans for a query, best first; none means a scan of the collection. */
export function plansFor(collection: Collection, request: PlanRequest): IndexPlan[] {
  const context = { request, predicates: predicatesOf(request.query) };
  const indexes = request.hint ? [request.hint] : request.hint === null ? [] : collection.indexes;
  const plans = indexes.flatMap((index) => planWith(index, context) ?? []);
  return plans.sort((a, b) => score(b) - score(a));
}
