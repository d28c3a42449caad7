import { isOperators } from '../match/element';
import { own } from '../values/clone';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject, isRegex, RANK, rank } from '../values/types';

/** One bound of a range. */
export type Bound = { value: unknown; inclusive: boolean };

/**
 * The conditions of a query on one path, as far as an index can use them. The matcher checks everything again, unless the
 * plan decides the query: see plan/decided.
 */
export type Predicate = {
  /** The path has to equal one of these values; null if there is no such condition. */
  points: readonly unknown[] | null;
  low: Bound | null;
  high: Bound | null;
  /** True if one element of an array has to satisfy both bounds, because they are of the same `$elemMatch`. */
  together: boolean;
  /** True if the path must exist. */
  exists: boolean;
};

/** The conditions of a query, by path. */
export type Predicates = ReadonlyMap<string, Predicate>;

/**
 * Whether a value can be looked up by its key. An array cannot, because it matches as a whole and by element; neither can
 * a regular expression.
 */
function isPoint(value: unknown): boolean {
  return value !== undefined && !Array.isArray(value) && !isRegex(value);
}

/** Whether a value can bound a range: ranges match their own type only, except with MinKey and MaxKey. */
function isBound(value: unknown): boolean {
  if (value === null || value === undefined || Array.isArray(value) || isObject(value) || isRegex(value)) return false;
  const type = rank(value);
  return type !== RANK.minKey && type !== RANK.maxKey;
}

function isTrue(value: unknown): boolean {
  return isNumber(value) ? toNumber(value) !== 0 : Boolean(value);
}

function addOperator(predicate: Predicate, path: string, [operator, argument]: readonly [string, unknown]): void {
  switch (operator) {
    case '$eq':
      if (isPoint(argument)) predicate.points ??= [argument];
      break;
    case '$in':
      if (Array.isArray(argument) && argument.every(isPoint)) predicate.points ??= argument;
      break;
    case '$all':
      if (Array.isArray(argument) && isPoint(argument[0]) && !isOperators(argument[0])) {
        predicate.points ??= [argument[0]];
      }
      break;
    case '$gt':
    case '$gte':
      if (isBound(argument)) predicate.low ??= { value: argument, inclusive: operator === '$gte' };
      break;
    case '$lt':
    case '$lte':
      if (isBound(argument)) predicate.high ??= { value: argument, inclusive: operator === '$lte' };
      break;
    case '$ne':
      // In an array, an element that is not null implies nothing about the other elements.
      predicate.exists ||= argument === null && !path.includes('.');
      break;
    case '$exists':
      predicate.exists ||= isTrue(argument);
      break;
  }
}

/** Adds the range of `{ $elemMatch: { $gte: 1, $lt: 3 } }`, unless the path has bounds already. */
function addElementRange(predicate: Predicate, path: string, operators: Document): void {
  if (predicate.low || predicate.high) return;
  for (const operator of ['$gt', '$gte', '$lt', '$lte']) {
    if (operator in operators) addOperator(predicate, path, [operator, own(operators, operator)]);
  }
  predicate.together = predicate.low !== null && predicate.high !== null;
}

function addQuery(found: Map<string, Predicate>, query: Document, prefix: string): void {
  for (const key of Object.keys(query)) {
    const value = own(query, key);
    if (key === '$and' && Array.isArray(value)) {
      for (const clause of value) if (isObject(clause)) addQuery(found, clause, prefix);
    }
    if (key.startsWith('$')) continue;
    const path = prefix + key;
    const predicate = found.get(path) ?? { points: null, low: null, high: null, together: false, exists: false };
    found.set(path, predicate);
    if (!isOperators(value)) addOperator(predicate, path, ['$eq', value]);
    else {
      for (const operator of Object.keys(value)) addOperator(predicate, path, [operator, own(value, operator)]);
      const inside = own(value, '$elemMatch');
      if (isOperators(inside)) addElementRange(predicate, path, inside);
      else if (isObject(inside)) addQuery(found, inside, `${path}.`);
    }
  }
}

/** Collects the conditions that all have to hold; alternatives (`$or`) are planned separately. */
export function predicatesOf(query: Document): Predicates {
  const found = new Map<string, Predicate>();
  addQuery(found, query, '');
  return found;
}

/**
 * Whether only documents with the field can satisfy the predicate. A sparse index may be used only for such a
 * predicate.
 */
export function requiresPresence(predicate: Predicate | undefined): boolean {
  if (!predicate) return false;
  if (predicate.exists) return true;
  if (predicate.points) return predicate.points.every((point) => point !== null);
  return predicate.low !== null || predicate.high !== null;
}
