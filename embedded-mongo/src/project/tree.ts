import { own, put, shallow } from '../values/clone';
import { located } from '../values/errors';
import { type Document, isObject } from '../values/types';

/** The fields of a projection, by path parts: `true` for a field itself, a map for fields below it. */
export type FieldTree = Map<string, true | FieldTree>;

/** Adds a path. Throws 31249 if two paths collide. */
export function addPath(tree: FieldTree, parts: readonly string[]): void {
  const path = parts.join('.');
  let level = tree;
  for (const [index, part] of parts.entries()) {
    const next = level.get(part);
    if (index === parts.length - 1) {
      if (next instanceof Map) throw located(31249, `Path collision at ${path}`);
      level.set(part, true);
    } else if (next === true) {
      throw located(31249, `Path collision at ${path} remaining portion ${parts.slice(index + 1).join('.')}`);
    } else {
      const below = next ?? new Map();
      level.set(part, below);
      level = below;
    }
  }
}

/** Keeps only the fields of the tree; a scalar is removed if the tree has fields below it. */
export function include(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((element) => include(element, tree)).filter((kept) => kept !== undefined);
  if (!isObject(value)) return undefined;
  const kept: Document = {};
  for (const key of Object.keys(value)) {
    const below = tree.get(key);
    if (below === undefined) continue;
    const member = own(value, key);
    const result = below === true ? member : include(member, below);
    if (result !== undefined) put(kept, key, result);
  }
  return kept;
}

/** Keeps all but the fields of the tree. */
export function exclude(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((element) => exclude(element, tree));
  if (!isObject(value)) return value;
  const kept: Document = {};
  for (const key of Object.keys(value)) {
    const below = tree.get(key);
    if (below === true) continue;
    const member = own(value, key);
    put(kept, key, below ? exclude(member, below) : member);
  }
  return kept;
}

/**
 * Sets the value at a path, or removes the field if the value is undefined, in all documents of arrays on the path.
 * Containers on the path are copied, never changed.
 */
export function withPath(container: unknown, parts: readonly string[], compute: (old: unknown) => unknown): unknown {
  if (Array.isArray(container)) return container.map((element) => withPath(element, parts, compute));
  const [part = '', ...rest] = parts;
  const copy: Document = isObject(container) ? shallow(container) : {};
  const old = own(copy, part);
  const value = rest.length === 0 ? compute(old) : withPath(old, rest, compute);
  if (value === undefined) delete copy[part];
  else put(copy, part, value);
  return copy;
}

/** Like `withPath`, but changes only paths that exist. */
export function changePath(container: unknown, parts: readonly string[], change: (old: unknown) => unknown): unknown {
  if (Array.isArray(container)) return container.map((element) => changePath(element, parts, change));
  const [part = '', ...rest] = parts;
  if (!isObject(container) || !Object.hasOwn(container, part)) return container;
  const old = own(container, part);
  const value = rest.length === 0 ? change(old) : changePath(old, rest, change);
  const copy = shallow(container);
  if (value === undefined) delete copy[part];
  else put(copy, part, value);
  return copy;
}

/**
 * Adds the parents of a computed path, so that the value is set in each document of an array on the path. Of a parent only
 * the projected fields are kept.
 */
export function addParents(tree: FieldTree, parts: readonly string[]): void {
  let level = tree;
  for (const part of parts.slice(0, -1)) {
    const next = level.get(part) ?? new Map();
    if (next === true) throw located(31249, `Path collision at ${parts.join('.')}`);
    level.set(part, next);
    level = next;
  }
  if (level.has(parts.at(-1) ?? '')) throw located(31250, `Path collision at ${parts.join('.')}`);
}
