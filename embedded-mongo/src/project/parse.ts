import { own } from '../values/clone';
import { located } from '../values/errors';
import { toNumber } from '../values/numbers';
import { pathParts } from '../values/paths';
import { type Document, isNumber, isObject } from '../values/types';
import { isSlice } from './special';
import { addParents, addPath, type FieldTree } from './tree';

/** A parsed projection. */
export interface Parsed {
  mode: 'include' | 'exclude';
  /** Whether `_id` is kept. */
  id: boolean;
  /** The fields that are included or excluded; an inclusion has those of array operators and computed fields too. */
  tree: FieldTree;
  slices: { parts: string[]; argument: unknown }[];
  elemMatches: { parts: string[]; query: unknown }[];
  positional: string[] | undefined;
  computed: { parts: string[]; expression: unknown }[];
}

interface Draft extends Omit<Parsed, 'mode' | 'id'> {
  mode: Parsed['mode'] | undefined;
  id: boolean | undefined;
  /** False in aggregations, which do not have the positional operator, `$slice` and `$elemMatch` of projections. */
  find: boolean;
}

function choose(draft: Draft, mode: Parsed['mode'], path: string): void {
  if (draft.mode && draft.mode !== mode) {
    throw mode === 'include'
      ? located(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
      : located(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
  draft.mode = mode;
}

function addFlag(draft: Draft, path: string, on: boolean): void {
  if (path === '_id') {
    draft.id = on;
    return;
  }
  if (path.endsWith('.$') && draft.find) {
    if (!on) throw located(31395, 'positional projection cannot be used with exclusion');
    if (draft.positional) throw located(31276, 'Cannot specify more than one positional projection per query.');
    choose(draft, 'include', path);
    draft.positional = pathParts(path.slice(0, -2));
    addPath(draft.tree, draft.positional);
    return;
  }
  choose(draft, on ? 'include' : 'exclude', path);
  addPath(draft.tree, checked(path));
}

function checked(path: string): string[] {
  const parts = pathParts(path);
  for (const part of parts) {
    if (part === '') throw located(path === '' ? 40352 : 15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) {
      throw located(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
  }
  return parts;
}

function addComputed(draft: Draft, path: string, expression: unknown): void {
  if (draft.mode === 'exclude') {
    throw located(31252, 'Cannot use expression other than $meta in exclusion projection');
  }
  draft.mode = 'include';
  const parts = checked(path);
  if (draft.computed.some((other) => other.parts.join('.') === path)) throw located(31250, `Path collision at ${path}`);
  draft.computed.push({ parts, expression });
}

function addObject(draft: Draft, path: string, value: Document): void {
  const [first] = Object.keys(value);
  if (first === undefined)
    throw located(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
  if (first === '$meta') throw located(40218, 'query requires text score metadata, but it is not available');
  if (!first.startsWith('$')) addFields(draft, value, `${path}.`);
  else if (draft.find && first === '$slice' && isSlice(value.$slice)) {
    draft.slices.push({ parts: checked(path), argument: value.$slice });
  } else if (draft.find && first === '$elemMatch') {
    if (path.includes('.')) throw located(31275, 'Cannot use $elemMatch projection on a nested field.');
    draft.elemMatches.push({ parts: checked(path), query: value.$elemMatch });
  } else addComputed(draft, path, value);
}

function addFields(draft: Draft, projection: Document, prefix: string): void {
  for (const key of Object.keys(projection)) {
    const value = own(projection, key);
    const path = prefix + key;
    if (key.startsWith('$') && prefix === '') {
      throw located(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (typeof value === 'boolean') addFlag(draft, path, value);
    else if (isNumber(value)) addFlag(draft, path, toNumber(value) !== 0);
    else if (isObject(value)) addObject(draft, path, value);
    else addComputed(draft, path, value);
  }
}

/** Extends an inclusion by the fields that array operators and computed fields depend on. */
function completeTree({ mode, tree, slices, elemMatches, computed }: Parsed): void {
  if (mode === 'exclude') return;
  for (const { parts } of [...slices, ...elemMatches]) addPath(tree, parts);
  for (const { parts } of computed) addParents(tree, parts);
}

/**
 * Parses a projection.
 * @throws 31249 and 31250 for colliding paths, 31252 to 31254 for mixing inclusion and exclusion, 16410 and others.
 */
export function parseProjection(projection: Document, find: boolean): Parsed {
  const draft: Draft = {
    mode: undefined,
    id: undefined,
    tree: new Map(),
    slices: [],
    elemMatches: [],
    positional: undefined,
    computed: [],
    find,
  };
  addFields(draft, projection, '');
  // If no field is listed, `$elemMatch` makes an inclusion, and so does `_id: 1` without `$slice`; anything else is an
  // exclusion.
  const included = draft.elemMatches.length > 0 || (draft.id === true && draft.slices.length === 0);
  const alone = included ? 'include' : 'exclude';
  const parsed = { ...draft, mode: draft.mode ?? alone, id: draft.id ?? true };
  completeTree(parsed);
  return parsed;
}
