import { compileExpression, type ExpressionOptions } from '../../expression/compile';
import { own, put, shallow } from '../../values/clone';
import { located } from '../../values/errors';
import { pathParts } from '../../values/paths';
import { type Document, isObject } from '../../values/types';

/** The parts of a path that is to be written to. Throws 40352 for an empty part and 16410 for a leading `$`. */
export function fieldParts(path: string): string[] {
  const parts = pathParts(path);
  if (parts.includes('')) throw located(40352, 'FieldPath cannot be constructed with empty string');
  if (path.startsWith('$')) throw located(16410, "FieldPath field names may not start with '$'.");
  return parts;
}

/**
 * Returns a copy of the container with the value at a path set, in every document of an array on the path. The value is
 * computed from the root document.
 */
export type Setter = (container: unknown, root: unknown) => unknown;

function copyOf(container: unknown): Document {
  return isObject(container) ? shallow(container) : {};
}

function throughArrays(change: Setter): Setter {
  const setter: Setter = (container, root) =>
    Array.isArray(container) ? container.map((element) => setter(element, root)) : change(container, root);
  return setter;
}

function setAt(parts: readonly string[], leaf: Setter): Setter {
  const [part = '', ...rest] = parts;
  const below = rest.length > 0 ? setAt(rest, leaf) : leaf;
  return throughArrays((container, root) => {
    const copy = copyOf(container);
    const value = below(own(copy, part), root);
    if (value === undefined) delete copy[part];
    else put(copy, part, value);
    return copy;
  });
}

function leafOf(value: unknown, options: ExpressionOptions): Setter {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (isObject(value) && keys.length > 0 && !keys[0]?.startsWith('$')) {
    const setters = settersOf(value, options);
    return throughArrays((container, root) => setters.reduce((result, set) => set(result, root), container));
  }
  const evaluate = compileExpression(value, options);
  return (_container, root) => evaluate(root);
}

/** The setters for the specification of `$addFields`: each path has an expression, or nested fields. */
export function settersOf(fields: Document, options: ExpressionOptions): Setter[] {
  return Object.keys(fields).map((path) => setAt(fieldParts(path), leafOf(own(fields, path), options)));
}

/** A copy of the document, changed by the setter. */
export function assigned(document: Document, set: Setter, root: unknown): Document {
  const result = set(document, root);
  return isObject(result) ? result : document;
}

/** A setter that sets a path to a value that the caller has computed and passes as `root`. */
export function valueSetter(path: string): Setter {
  return setAt(fieldParts(path), (_container, value) => value);
}
