import { ObjectId } from 'bson';
import { isOperators } from '../match/element';
import { clone, own, put } from '../values/clone';
import { mongoError } from '../values/errors';
import { pathParts } from '../values/paths';
import { type Document, isObject, isRegex } from '../values/types';

function setOnce(document: Document, path: string, value: unknown): void {
  const twice = () =>
    mongoError(54, 'NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
  const parts = pathParts(path);
  const last = parts.pop() ?? '';
  let container = document;
  for (const part of parts) {
    if (!Object.hasOwn(container, part)) put(container, part, {});
    const next = own(container, part);
    if (!isObject(next)) throw twice();
    container = next;
  }
  if (Object.hasOwn(container, last)) throw twice();
  put(container, last, clone(value));
}

function isSingle(list: unknown): list is [unknown] {
  return Array.isArray(list) && list.length === 1;
}

/** The value that a field has to equal according to its operators; undefined if they require no single value. */
function demanded(operators: Document): { value: unknown } | undefined {
  if ('$eq' in operators) return { value: operators.$eq };
  const { $all: members, $in: values } = operators;
  if (isSingle(members) && !isObject(members[0]) && !isRegex(members[0])) return { value: members[0] };
  if (isSingle(values) && !isRegex(values[0])) return { value: values[0] };
  return undefined;
}

function collect(query: Document, document: Document): void {
  for (const key of Object.keys(query)) {
    const value = own(query, key);
    if (key === '$and' && Array.isArray(value))
      for (const clause of value) isObject(clause) && collect(clause, document);
    else if (key === '$or' && Array.isArray(value) && value.length === 1 && isObject(value[0]))
      collect(value[0], document);
    else if (key.startsWith('$') || isRegex(value)) continue;
    else if (isOperators(value)) {
      const only = demanded(value);
      if (only) setOnce(document, key, only.value);
    } else setOnce(document, key, value);
  }
}

/**
 * The document from which an upsert starts: the values that the query requires by equality.
 * @throws 54 when a path is required twice.
 */
export function upsertBase(query: Document): Document {
  const document: Document = {};
  collect(query, document);
  return document;
}

/** The document with `_id` as its first field; a missing `_id` is generated. */
export function idFirst(document: Document): Document {
  if (Object.keys(document)[0] === '_id') return document;
  const ordered: Document = { _id: Object.hasOwn(document, '_id') ? document._id : new ObjectId() };
  for (const key of Object.keys(document)) if (key !== '_id') put(ordered, key, own(document, key));
  return ordered;
}
