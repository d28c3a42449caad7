import { compileMatch } from '../match/compile';
import { isOperators } from '../match/element';
import { own } from '../values/clone';
import { mongoError } from '../values/errors';
import { show } from '../values/show';
import { type Document, isObject, isRegex } from '../values/types';

const OPERATORS = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$type', '$exists']);
const JUNCTIONS = new Set(['$and', '$or']);

function isSupportedOperator([operator, argument]: [string, unknown]): boolean {
  if (operator === '$exists') return argument === true || argument === 1;
  const values: unknown[] = Array.isArray(argument) ? argument : [argument];
  return OPERATORS.has(operator) && !values.some(isRegex);
}

function isSupported(filter: Document): boolean {
  return Object.keys(filter).every((key) => {
    const wanted = own(filter, key);
    if (JUNCTIONS.has(key)) return Array.isArray(wanted) && wanted.every((part) => isObject(part) && isSupported(part));
    if (key.startsWith('$') || isRegex(wanted)) return false;
    return !isOperators(wanted) || Object.entries(wanted).every(isSupportedOperator);
  });
}

/**
 * Throws code 67 for a filter that a partial index does not support, and the query's own error for an invalid query.
 * Negations and patterns are not allowed, as in MongoDB: it is not possible to decide from a query whether such an index
 * contains all matching documents.
 */
export function checkPartialFilter(filter: unknown): void {
  if (filter === undefined) return;
  const cannot = (message: string) => mongoError(67, 'CannotCreateIndex', message);
  if (!isObject(filter)) throw cannot('"partialFilterExpression" for an index must be a document');
  compileMatch(filter);
  if (!isSupported(filter)) throw cannot(`Expression not supported in partial index: ${show(filter)}`);
}
