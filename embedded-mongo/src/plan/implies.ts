import { compileMatch } from '../match/compile';
import { isOperators } from '../match/element';
import { own } from '../values/clone';
import { compare, equal } from '../values/compare';
import { type Document, isObject, rank } from '../values/types';
import { type Bound, type Predicate, type Predicates, requiresPresence } from './predicates';

function nest(path: string, value: unknown): Document {
  const parts = path.split('.');
  return parts.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Document;
}

/** Whether every value within the query's bound is also within the filter's bound. */
function within(bound: Bound | null, operator: string, limit: unknown): boolean {
  if (!bound || rank(bound.value) !== rank(limit)) return false;
  const order = compare(bound.value, limit) * (operator.startsWith('$g') ? 1 : -1);
  return order > 0 || (order === 0 && (operator.endsWith('e') || !bound.inclusive));
}

function impliesOperators(wanted: Document, predicate: Predicate): boolean {
  return Object.keys(wanted).every((operator) => {
    const limit = own(wanted, operator);
    switch (operator) {
      case '$exists':
        return limit === true && requiresPresence(predicate);
      case '$gt':
      case '$gte':
        return within(predicate.low, operator, limit);
      case '$lt':
      case '$lte':
        return within(predicate.high, operator, limit);
    }
    return false;
  });
}

function impliesField(path: string, wanted: unknown, query: { query: Document; predicates: Predicates }): boolean {
  const predicate = query.predicates.get(path);
  const literal = own(query.query, path);
  if (literal !== undefined && equal(literal, wanted)) return true;
  if (!predicate) return false;
  if (predicate.points) {
    // Equal numbers may be of other types than the query's.
    if (isObject(wanted) && '$type' in wanted) return false;
    const matches = compileMatch({ [path]: wanted });
    // A null point also matches missing fields, which a filter on existence excludes.
    return predicate.points.every((point) => point !== null && matches(nest(path, point)));
  }
  return isOperators(wanted) && impliesOperators(wanted, predicate);
}

/**
 * Whether every document that matches the query also matches a partial index's filter. Conservative: false if that is
 * unknown.
 */
export function impliesFilter(filter: Document, query: Document, predicates: Predicates): boolean {
  return Object.keys(filter).every((key) => {
    const wanted = own(filter, key);
    if (key === '$and') {
      return Array.isArray(wanted) && wanted.every((part) => isObject(part) && impliesFilter(part, query, predicates));
    }
    return !key.startsWith('$') && impliesField(key, wanted, { query, predicates });
  });
}
