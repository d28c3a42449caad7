import { own } from './clone';
import { EMPTY_ARRAY, isObject } from './types';

/** One value that a dotted path leads to. */
export interface Branch {
  /** Undefined if the field is missing. */
  value: unknown;
  /** The index in the first array on the path: the value of the positional operator `$`. */
  index: number | undefined;
  /**
   * True for a value that is not expanded, even if it is an array: an array that was reached by its index, or an
   * element of an expanded array.
   */
  whole: boolean;
}

const INDEX = /^(0|[1-9]\d*)$/;

/** True for a path part that may name an array element. */
export function isIndex(part: string): boolean {
  return INDEX.test(part);
}

/** Splits a dotted path into its parts. */
export function pathParts(path: string): string[] {
  return path.split('.');
}

/** The value at a path through documents only. */
export function plainPath(document: unknown, parts: readonly string[]): unknown {
  let value = document;
  for (const part of parts) value = isObject(value) ? own(value, part) : undefined;
  return value;
}

interface Walk {
  parts: readonly string[];
  branches: Branch[];
}

function walk(container: object, at: number, index: number | undefined, state: Walk): void {
  const part = state.parts[at] ?? '';
  const inArray = Array.isArray(container);
  let position = index;
  if (inArray) {
    if (!isIndex(part) || Number(part) >= container.length) return;
    position ??= Number(part);
  }
  const value = own(container, part);
  if (at === state.parts.length - 1) {
    state.branches.push({ value, index: position, whole: inArray && Array.isArray(value) });
    return;
  }
  if (Array.isArray(value)) {
    walk(value, at + 1, position, state);
    for (const [elementIndex, element] of value.entries()) {
      if (isObject(element)) walk(element, at + 1, position ?? elementIndex, state);
    }
  } else if (isObject(value)) {
    walk(value, at + 1, position, state);
  } else if (!inArray) {
    state.branches.push({ value: undefined, index: position, whole: false });
  }
}

/**
 * All values at the end of a dotted path, including those in the elements of arrays on the path, as MongoDB's matcher
 * does.
 */
export function lookup(document: object, parts: readonly string[]): Branch[] {
  const state: Walk = { parts, branches: [] };
  walk(document, 0, undefined, state);
  return state.branches;
}

/** The branches; a branch that is an array is followed by the elements of the array. */
export function expandBranches(branches: readonly Branch[]): Branch[] {
  const expanded: Branch[] = [];
  for (const branch of branches) {
    expanded.push(branch);
    if (!Array.isArray(branch.value) || branch.whole) continue;
    for (const [position, value] of branch.value.entries()) {
      expanded.push({ value, index: branch.index ?? position, whole: true });
    }
  }
  return expanded;
}

/** The state of resolving one path of a compound key: the current value and the remaining parts. */
interface Column {
  node: unknown;
  at: number;
  parts: readonly string[];
}

/** Walks to the end of the path, or to the next array that has to be expanded. */
function advance({ node, at, parts }: Column): Column {
  let current = node;
  let next = at;
  while (next < parts.length) {
    const part = parts[next] ?? '';
    if (Array.isArray(current) && !isIndex(part)) break;
    current = Array.isArray(current) || isObject(current) ? own(current, part) : undefined;
    next += 1;
  }
  return { node: current, at: next, parts };
}

const DONE: readonly string[] = [];

function settled(value: unknown): Column {
  return { node: value, at: 0, parts: DONE };
}

/** True if the column has reached an array that has to be expanded; settled columns keep an array as it is. */
function blocked(column: Column): boolean {
  return column.parts !== DONE && Array.isArray(column.node);
}

function intoElement(column: Column, element: unknown): Column {
  if (column.at >= column.parts.length) return settled(element);
  // An array directly inside an array is not expanded.
  return isObject(element) ? { ...column, node: element } : settled(undefined);
}

function emptied(column: Column): Column {
  return settled(column.at >= column.parts.length ? EMPTY_ARRAY : undefined);
}

/** Thrown if two paths of a compound key lead through or end in different arrays. */
export class ParallelArrays extends Error {}

/** The keys of a document for one index or sort pattern. */
export interface DocumentKeys {
  /** One row for each key, with a value for each path: undefined for a missing field, EMPTY_ARRAY for an empty array. */
  rows: unknown[][];
  /** True when an array was expanded: the document may have several keys. */
  multikey: boolean;
}

/**
 * The compound keys of a document as MongoDB's indexes and sorts see them: paths through one array are expanded
 * together, element by element.
 * @throws ParallelArrays when two paths lead through or end in different arrays.
 */
export function documentKeys(document: object, paths: readonly (readonly string[])[]): DocumentKeys {
  const rows: unknown[][] = [];
  let multikey = false;
  const expand = (columns: Column[]): void => {
    const walked = columns.map((column) => (column.parts === DONE ? column : advance(column)));
    const arrays = new Set(walked.filter(blocked).map((column) => column.node));
    const [array] = arrays;
    if (!Array.isArray(array)) {
      rows.push(walked.map((column) => column.node));
      return;
    }
    if (arrays.size > 1) throw new ParallelArrays('cannot index parallel arrays');
    multikey = true;
    if (array.length === 0) expand(walked.map((column) => (blocked(column) ? emptied(column) : column)));
    for (const element of array) {
      expand(walked.map((column) => (blocked(column) ? intoElement(column, element) : column)));
    }
  };
  expand(paths.map((parts) => ({ node: document, at: 0, parts })));
  return { rows, multikey };
}

/** As {@link documentKeys} for a single path: one value for each key. */
export function indexValues(document: object, parts: readonly string[]): { values: unknown[]; multikey: boolean } {
  const only = parts[0];
  if (parts.length === 1 && only !== undefined) {
    const value = own(document, only);
    if (!Array.isArray(value)) return { values: [value], multikey: false };
    return { values: value.length > 0 ? value : [EMPTY_ARRAY], multikey: true };
  }
  const { rows, multikey } = documentKeys(document, [parts]);
  return { values: rows.map((row) => row[0]), multikey };
}
