import { own, put } from '../values/clone';
import { badValue, mongoError } from '../values/errors';
import { isIndex } from '../values/paths';
import { show } from '../values/show';
import { type Document, isObject } from '../values/types';

/** What an update's path leads to in a document: a field, or an element of an array. */
export interface Slot {
  container: Document | unknown[];
  key: string;
  exists: boolean;
  value: unknown;
}

/** The parameters of following a path with positional parts. */
export interface Walk {
  parts: readonly string[];
  /** Whether missing containers on the path are created. */
  creates: boolean;
  /** Array index for `$`: the position of the query's match. */
  position: number | undefined;
  /** Tests of elements for `$[identifier]`. */
  filters: ReadonlyMap<string, (element: unknown) => boolean>;
  visit: (slot: Slot) => void;
}

const MAX_PADDING = 1_500_000;

/** True for `$[]` and `$[identifier]`. */
export function isArrayUpdate(part: string | undefined): boolean {
  return part?.startsWith('$[') === true && part.endsWith(']');
}

function pad(array: unknown[], length: number): void {
  if (length - array.length > MAX_PADDING) {
    throw badValue(`can't backfill more than ${MAX_PADDING} elements: ${length - array.length}`);
  }
  while (array.length < length) array.push(null);
}

/** Sets the slot's value; a gap before a new array element is filled with null. */
export function assign({ container, key }: Slot, value: unknown): void {
  if (!Array.isArray(container)) {
    put(container, key, value);
    return;
  }
  pad(container, Number(key));
  container[Number(key)] = value;
}

/** Removes the field; an array element becomes null, so that the others keep their positions. */
export function remove({ container, key, exists }: Slot): void {
  if (!exists) return;
  if (Array.isArray(container)) container[Number(key)] = null;
  else delete container[key];
}

function unpositioned() {
  return badValue('The positional operator did not find the match needed from the query.');
}

function notViable(key: string, parent: string, value: unknown) {
  return mongoError(28, 'PathNotViable', `Cannot create field '${key}' in element {${parent}: ${show(value)}}`);
}

function elements(container: Document | unknown[], at: number, walk: Walk): void {
  const part = walk.parts[at] ?? '';
  if (!Array.isArray(container)) {
    throw badValue(`Cannot apply array updates to non-array element ${walk.parts[at - 1]}: ${show(container)}`);
  }
  const test = walk.filters.get(part.slice(2, -1));
  for (const [index, element] of container.entries()) {
    if (part === '$[]' || test?.(element)) step(container, String(index), at, walk);
  }
}

function step(container: Document | unknown[], key: string, at: number, walk: Walk): void {
  if (Array.isArray(container) && !isIndex(key)) {
    if (!walk.creates) return;
    throw notViable(key, walk.parts[at - 1] ?? '', container);
  }
  const exists = Object.hasOwn(container, key);
  const slot: Slot = { container, key, exists, value: own(container, key) };
  if (at === walk.parts.length - 1) {
    walk.visit(slot);
    return;
  }
  const { value } = slot;
  const next = walk.parts[at + 1];
  if (Array.isArray(value) || isObject(value)) {
    enter(value, at + 1, walk);
    return;
  }
  if (next === '$' && walk.position === undefined) throw unpositioned();
  if (isArrayUpdate(next)) {
    if (exists) throw badValue(`Cannot apply array updates to non-array element ${key}: ${show(value)}`);
    const path = walk.parts.slice(0, at + 1).join('.');
    throw badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
  }
  if (!walk.creates) return;
  if (exists) throw notViable(next ?? '', key, value);
  const made: Document = {};
  assign(slot, made);
  enter(made, at + 1, walk);
}

function enter(container: Document | unknown[], at: number, walk: Walk): void {
  const part = walk.parts[at] ?? '';
  if (isArrayUpdate(part)) elements(container, at, walk);
  else if (part !== '$') step(container, part, at, walk);
  else if (walk.position === undefined) throw unpositioned();
  else step(container, String(walk.position), at, walk);
}

/**
 * Visits every slot of the path. A path that cannot be followed is an error for operators that create fields, and has no
 * slots for others, such as `$unset`.
 * @throws 2 for positional parts that find no array, 28 for a path through a scalar.
 */
export function walkPath(document: Document, walk: Walk): void {
  enter(document, 0, walk);
}
