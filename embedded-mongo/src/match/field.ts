import { badValue } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Branch, expandBranches } from '../values/paths';
import { isNumber, isObject, isRegex } from '../values/types';
import type { MatchContext, MatchPosition } from './context';
import { equalityTest, isOperators, sizeOf, strictEqualityTest, type ValueTest, valueTest } from './element';
import { regexTest } from './regex';

/** Tests all the values at the end of one path together. */
export type FieldTest = (branches: readonly Branch[], position?: MatchPosition) => boolean;

function recordPosition(position: MatchPosition | undefined, index: number | undefined): void {
  if (position && position.index === undefined && index !== undefined) position.index = index;
}

/** True when any of the values, or an element of an array among them, passes. */
function anyValue(test: ValueTest): FieldTest {
  return (branches, position) => {
    // The usual case, a path to one scalar, needs no list.
    const [first] = branches;
    if (branches.length === 1 && first && !Array.isArray(first.value)) {
      if (!test(first.value)) return false;
      recordPosition(position, first.index);
      return true;
    }
    for (const branch of expandBranches(branches)) {
      if (!test(branch.value)) continue;
      recordPosition(position, branch.index);
      return true;
    }
    return false;
  };
}

function not(test: FieldTest): FieldTest {
  return (branches) => !test(branches);
}

function exists(argument: unknown): FieldTest {
  const wanted = isNumber(argument) ? toNumber(argument) !== 0 : argument !== false && argument !== null;
  return (branches, position) => {
    const found = branches.find((branch) => branch.value !== undefined);
    if (wanted) recordPosition(position, found?.index);
    return (found !== undefined) === wanted;
  };
}

function size(argument: unknown): FieldTest {
  const wanted = sizeOf(argument);
  return (branches) => branches.some(({ value }) => Array.isArray(value) && value.length === wanted);
}

const QUERY_OPERATORS = new Set(['$and', '$or', '$nor', '$expr', '$jsonSchema', '$where', '$text', '$comment']);

/** The test of one element: `{ $gt: 1 }` tests the element itself, anything else is a query on its fields. */
function elementTest(argument: Record<string, unknown>, context: MatchContext): ValueTest {
  if (isOperators(argument) && !QUERY_OPERATORS.has(Object.keys(argument)[0] ?? '')) {
    const test = compileOperators(argument, context);
    return (value) => test([{ value, index: undefined, whole: true }]);
  }
  const matches = context.nested(argument);
  return (value) => {
    if (isObject(value)) return matches(value);
    return Array.isArray(value) && matches({ ...value });
  };
}

function elemMatch(argument: unknown, context: MatchContext): FieldTest {
  if (!isObject(argument)) throw badValue('$elemMatch needs an Object');
  const test = elementTest(argument, context);
  return (branches, position) => {
    for (const branch of branches) {
      if (!Array.isArray(branch.value)) continue;
      const found = branch.value.findIndex(test);
      if (found < 0) continue;
      recordPosition(position, branch.index ?? found);
      return true;
    }
    return false;
  };
}

function all(argument: unknown, context: MatchContext): FieldTest {
  if (!Array.isArray(argument)) throw badValue('$all needs an array');
  const tests = argument.map((element) => {
    if (isObject(element) && '$elemMatch' in element) return compileOperators(element, context);
    if (isOperators(element)) throw badValue('no $ expressions in $all');
    return anyValue(equalityTest(element, context.compare));
  });
  return (branches, position) => tests.length > 0 && tests.every((test) => test(branches, position));
}

function negated(argument: unknown, context: MatchContext): FieldTest {
  if (isRegex(argument)) return not(anyValue(regexTest(argument)));
  if (!isObject(argument)) throw badValue('$not needs a regex or a document');
  if (Object.keys(argument).length === 0) throw badValue('$not cannot be empty');
  return not(compileOperators(argument, context));
}

function unequal(argument: unknown, { compare }: MatchContext): FieldTest {
  if (isRegex(argument)) throw badValue("Can't have regex as arg to $ne.");
  return not(anyValue(strictEqualityTest(argument, compare)));
}

const GEO = new Set([
  '$geoWithin',
  '$geoIntersects',
  '$near',
  '$nearSphere',
  '$within',
  '$geoNear',
  '$maxDistance',
  '$minDistance',
]);

function compileOperator(
  name: string,
  siblings: Record<string, unknown>,
  context: MatchContext,
): FieldTest | undefined {
  const argument = siblings[name];
  switch (name) {
    case '$exists':
      return exists(argument);
    case '$ne':
      return unequal(argument, context);
    case '$nin': {
      const test = valueTest('$in', { argument, compare: context.compare, siblings });
      return test ? not(anyValue(test)) : undefined;
    }
    case '$not':
      return negated(argument, context);
    case '$all':
      return all(argument, context);
    case '$size':
      return size(argument);
    case '$elemMatch':
      return elemMatch(argument, context);
    case '$options':
      if (!('$regex' in siblings)) throw badValue('$options needs a $regex');
      return undefined;
    case '$comment':
      return undefined;
  }
  const test = valueTest(name, { argument, compare: context.compare, siblings });
  if (test) return anyValue(test);
  if (GEO.has(name)) throw badValue(`${name} is not supported by this server`);
  throw badValue(`unknown operator: ${name}`);
}

function compileOperators(operators: Record<string, unknown>, context: MatchContext): FieldTest {
  const tests: FieldTest[] = [];
  for (const name of Object.keys(operators)) {
    const test = compileOperator(name, operators, context);
    if (test) tests.push(test);
  }
  const [only] = tests;
  if (only && tests.length === 1) return only;
  return (branches, position) => tests.every((test) => test(branches, position));
}

/** Compiles the condition of a field: operators, or the value that the field has to equal. */
export function compileField(value: unknown, context: MatchContext): FieldTest {
  if (isOperators(value)) return compileOperators(value, context);
  return anyValue(equalityTest(value, context.compare));
}
