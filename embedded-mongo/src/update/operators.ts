import type { MatchPosition } from '../match/context';
import { member, own } from '../values/clone';
import { comparison } from '../values/compare';
import { badValue, failedToParse, mongoError } from '../values/errors';
import { isIndex, pathParts } from '../values/paths';
import { show } from '../values/show';
import { type Document, isObject, typeName } from '../values/types';
import { ARRAY_OPERATORS } from './arrays';
import { type Application, FIELD_OPERATORS, type FieldUpdate, unknownModifier } from './fields';
import { compileFilters } from './filters';
import { rename, renameError } from './rename';
import { isArrayUpdate, walkPath } from './walk';

/** One operator on one path. */
interface Action {
  path: string;
  parts: readonly string[];
  update: FieldUpdate | undefined;
  /** `$rename`: the new path. */
  target?: string;
}

const OPERATORS = { ...FIELD_OPERATORS, ...ARRAY_OPERATORS };

type Filters = ReturnType<typeof compileFilters>;

function checkedParts(path: string, filters: Filters, used: Set<string>): string[] {
  if (path === '') throw mongoError(56, 'EmptyFieldName', 'An empty update path is not valid.');
  const parts = pathParts(path);
  if (parts.includes('')) {
    throw mongoError(
      56,
      'EmptyFieldName',
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  const [first = ''] = parts;
  if (first === '$' || isArrayUpdate(first)) {
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
  if (first.startsWith('$')) {
    throw mongoError(
      52,
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${first}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  if (parts.filter((part) => part === '$').length > 1) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`);
  }
  for (const part of parts) {
    if (!isArrayUpdate(part) || part === '$[]') continue;
    const identifier = part.slice(2, -1);
    if (!filters.has(identifier)) {
      throw badValue(`No array filter found for identifier '${identifier}' in path '${path}'`);
    }
    used.add(identifier);
  }
  return parts;
}

/** Paths are applied, and new fields added, in this order. */
function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    if (left === right) continue;
    if (isIndex(left) && isIndex(right)) return Number(left) - Number(right);
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

function refuseConflicts(sorted: readonly Action[]): void {
  for (const [index, action] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.parts.every((part, at) => part === action.parts[at])) {
      throw mongoError(
        40,
        'ConflictingUpdateOperators',
        `Updating the path '${action.path}' would create a conflict at '${before.path}'`,
      );
    }
  }
}

export interface OperatorOptions {
  arrayFilters?: unknown;
  collation?: Document | undefined;
}

/** Changes the given document in place. */
export type Apply = (document: Document, application: Application, position: MatchPosition | undefined) => void;

function actionsOf(
  name: string,
  fields: unknown,
  context: { filters: Filters; used: Set<string>; options: OperatorOptions },
) {
  const compile = member(OPERATORS, name);
  if (!compile && name !== '$rename') throw unknownModifier(name);
  if (!isObject(fields)) {
    throw failedToParse(
      `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${show(fields)}}`,
    );
  }
  const { collation } = context.options;
  return Object.keys(fields).flatMap((path): Action[] => {
    const argument = own(fields, path);
    const parts = checkedParts(path, context.filters, context.used);
    const update = compile?.({ path, argument, collation, compare: comparison(collation) });
    if (update) return [{ path, parts, update }];
    const error = renameError(path, argument);
    if (error) throw error;
    const target = String(argument);
    return [
      { path, parts, update: undefined, target },
      { path: target, parts: pathParts(target), update: undefined },
    ];
  });
}

/**
 * Caches the first result of each filter for each embedded document, so that one operator's change does not affect
 * whether the next one applies.
 */
function deciding(filters: Filters): Filters {
  const decided = (test: (element: unknown) => boolean) => {
    const known = new Map<unknown, boolean>();
    return (element: unknown) => {
      if (!isObject(element)) return test(element);
      const answer = known.get(element) ?? test(element);
      known.set(element, answer);
      return answer;
    };
  };
  return new Map([...filters].map(([identifier, test]) => [identifier, decided(test)]));
}

/**
 * Compiles `{ $set: …, $inc: … }`; `fields` are the top-level fields that it may change or read.
 * @throws 9 for an unknown operator or unused array filter, 40 for conflicting paths, 2, 52 or 56 for an invalid path, and
 * each operator's own codes.
 */
export function compileOperators(
  update: Document,
  options: OperatorOptions,
): { apply: Apply; fields: ReadonlySet<string> } {
  const filters = compileFilters(options.arrayFilters, options.collation);
  const used = new Set<string>();
  const actions = Object.keys(update).flatMap((name) => actionsOf(name, own(update, name), { filters, used, options }));
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) {
      throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update ${show(update)}`);
    }
  }
  actions.sort((a, b) => comparePaths(a.parts, b.parts));
  refuseConflicts(actions);
  const apply: Apply = (document, application, position) => {
    const asItWas = deciding(filters);
    for (const action of actions) {
      const { update: field, parts } = action;
      if (action.target !== undefined) rename(document, action.path, action.target);
      if (!field || (field.onInsertOnly && !application.inserting)) continue;
      walkPath(document, {
        parts,
        creates: field.creates,
        position: position?.index,
        filters: asItWas,
        visit: (slot) => field.apply(slot, application),
      });
    }
  };
  return { apply, fields: new Set(actions.map(({ parts: [top = ''] }) => top)) };
}
