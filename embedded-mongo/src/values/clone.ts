import { isObject } from './types';

/** Sets an own field, also when it is called `__proto__`. */
export function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** The value of a document's own field or of an array's element; undefined if there is none. */
export function own(container: object, key: string): unknown {
  return Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined;
}

/** The entry of a table under a name that a client chose; undefined also for names that every object inherits. */
export function member<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function cloned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloned);
  if (value instanceof Date) return new Date(value);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) put(copy, key, cloned(own(value, key)));
  return copy;
}

/** A deep copy; scalars (ObjectId, Long, …) are immutable and shared. */
export function clone<T>(value: T): T {
  return cloned(value) as T;
}

/** A shallow copy of a document; a field called `__proto__` remains an own field. */
export function shallow(document: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(document)) put(copy, key, own(document, key));
  return copy;
}

/** A copy in which only these fields are copied deeply; the others are shared with the document. */
export function cloneFields(document: Record<string, unknown>, fields: ReadonlySet<string>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(document)) {
    const value = own(document, key);
    put(copy, key, fields.has(key) ? cloned(value) : value);
  }
  return copy;
}
