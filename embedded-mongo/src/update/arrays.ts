import { compileMatch } from '../match/compile';
import { isOperators } from '../match/element';
import { clone } from '../values/clone';
import type { Compare } from '../values/compare';
import { badValue, failedToParse, typeMismatch } from '../values/errors';
import { toNumber } from '../values/numbers';
import { show } from '../values/show';
import { sorter } from '../values/sort';
import { isNumber, isObject, isRegex, typeName } from '../values/types';
import type { FieldCompiler, FieldInput } from './fields';
import { assign } from './walk';

function nonArray(name: string, key: string, value: unknown) {
  if (name === '$push') {
    return badValue(`The field '${key}' must be an array but is of type ${typeName(value)} in document`);
  }
  return badValue(
    `Cannot apply ${name} to a non-array field. Field named '${key}' has non-array type ${typeName(value)}`,
  );
}

type ListChange = (list: readonly unknown[]) => unknown[];

/** An operator that computes a new array from the existing one. */
function listOperator(name: string, creates: boolean, compile: (input: FieldInput) => ListChange): FieldCompiler {
  return (input) => {
    const change = compile(input);
    return {
      creates,
      apply(slot) {
        if (!slot.exists && !creates) return;
        const list = slot.exists ? slot.value : [];
        if (!Array.isArray(list)) throw nonArray(name, slot.key, list);
        assign(slot, change(list));
      },
    };
  };
}

function whole(value: unknown, clause: string): number {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (Number.isInteger(number)) return number;
  throw badValue(`The value for ${clause} must be an integer value but was given type: ${typeName(value)}`);
}

function sorting(order: unknown, compare: Compare, collation: FieldInput['collation']): ListChange {
  if (!isObject(order)) {
    const direction = toNumber(order);
    if (direction !== 1 && direction !== -1) {
      throw badValue('The $sort element value must be either 1 or -1');
    }
    return (list) => list.toSorted((a, b) => compare(a, b) * direction);
  }
  if (Object.keys(order).length === 0) throw badValue('The $sort pattern is empty when it should be a set of fields.');
  const { key, compare: compareKeys } = sorter(order, collation);
  return (list) => {
    const keyed = list.map((element) => ({ element, key: key(isObject(element) ? element : {}) }));
    return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ element }) => element);
  };
}

function slicing(count: number): ListChange {
  if (count === 0) return () => [];
  return (list) => (count > 0 ? list.slice(0, count) : list.slice(count));
}

const CLAUSES = new Set(['$each', '$slice', '$sort', '$position']);

function push({ argument, compare, collation }: FieldInput): ListChange {
  if (!isObject(argument) || !('$each' in argument)) return (list) => [...list, clone(argument)];
  const { $each: each, $position: position, $sort: order, $slice: slice } = argument;
  if (!Array.isArray(each)) {
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(each)}`);
  }
  for (const clause of Object.keys(argument)) {
    if (!CLAUSES.has(clause)) throw badValue(`Unrecognized clause in $push: ${clause}`);
  }
  const changes: ListChange[] = [];
  const at = position === undefined ? undefined : whole(position, '$position');
  changes.push((list) => {
    const place = at === undefined ? list.length : at < 0 ? Math.max(0, list.length + at) : at;
    return list.toSpliced(place, 0, ...clone(each));
  });
  if (order !== undefined) changes.push(sorting(order, compare, collation));
  if (slice !== undefined) changes.push(slicing(whole(slice, '$slice')));
  return (list) => changes.reduce<unknown[]>((result, change) => change(result), [...list]);
}

function addToSet({ argument, compare }: FieldInput): ListChange {
  let each: unknown = [argument];
  if (isObject(argument) && '$each' in argument) {
    each = argument.$each;
    const other = Object.keys(argument).find((key) => key !== '$each');
    if (other !== undefined) throw badValue(`Found unexpected fields after $each in $addToSet: ${show(argument)}`);
  }
  if (!Array.isArray(each)) {
    throw typeMismatch(`The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`);
  }
  const additions = each;
  return (list) => {
    const result = [...list];
    for (const value of additions) {
      if (!result.some((element) => compare(element, value) === 0)) result.push(clone(value));
    }
    return result;
  };
}

function pullAll({ argument, compare }: FieldInput): ListChange {
  if (!Array.isArray(argument)) {
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  }
  return (list) => list.filter((element) => !argument.some((value) => compare(element, value) === 0));
}

const QUERY_OPERATORS = new Set(['$and', '$or', '$nor', '$expr', '$jsonSchema', '$where']);

/** The elements that `$pull` removes: equal to a value, matching operators, or documents matching a query. */
function pullTest({ argument, compare, collation }: FieldInput): (element: unknown) => boolean {
  const onElement = isOperators(argument) && !QUERY_OPERATORS.has(Object.keys(argument)[0] ?? '');
  if (onElement || isRegex(argument)) {
    const matches = compileMatch({ element: argument }, { collation });
    return (element) => matches({ element });
  }
  if (isObject(argument)) {
    const matches = compileMatch(argument, { collation });
    return (element) => isObject(element) && matches(element);
  }
  return (element) => compare(element, argument) === 0;
}

const pop: FieldCompiler = ({ path, argument }) => {
  const end = isNumber(argument) ? toNumber(argument) : Number.NaN;
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${show(argument)}`);
  return {
    creates: false,
    apply(slot) {
      if (!slot.exists) return;
      if (!Array.isArray(slot.value)) {
        throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeName(slot.value)}'`);
      }
      assign(slot, end === 1 ? slot.value.slice(0, -1) : slot.value.slice(1));
    },
  };
};

/** The operators that change an array. */
export const ARRAY_OPERATORS: Readonly<Record<string, FieldCompiler>> = {
  $push: listOperator('$push', true, push),
  $addToSet: listOperator('$addToSet', true, addToSet),
  $pop: pop,
  $pullAll: listOperator('$pullAll', false, pullAll),
  $pull: listOperator('$pull', false, (input) => {
    const test = pullTest(input);
    return (list) => list.filter((element) => !test(element));
  }),
};
