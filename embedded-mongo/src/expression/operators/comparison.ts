import { own } from '../../values/clone';
import { located, mongoError } from '../../values/errors';
import { type Document, isObject, RANK, rank } from '../../values/types';
import { isNullish, named, pair, positional, single } from '../arguments';
import type { Compiler, OperatorCompiler, Operators } from '../scope';
import { checkVariable, withVariables } from '../scope';
import { isTruthy } from '../truth';

/** The order of two values in an expression: a missing value comes before all values except MinKey. */
export function compareInExpression(a: unknown, b: unknown, compare: Compiler['compare']): number {
  if (a === undefined) return b === undefined ? 0 : rank(b) === RANK.minKey ? 1 : -1;
  return b === undefined ? -compareInExpression(b, a, compare) : compare(a, b);
}

function comparing(answer: (order: number) => unknown): OperatorCompiler {
  return (argument, compiler, name) => {
    const [first, second] = pair(argument, compiler, name);
    return (scope) => answer(Math.sign(compareInExpression(first(scope), second(scope), compiler.compare)));
  };
}

const many = { least: 0, most: Number.POSITIVE_INFINITY };

const cond: OperatorCompiler = (argument, compiler, name) => {
  const parts = isObject(argument)
    ? ['if', 'then', 'else'].map((key) => own(named(argument, name, { required: ['if', 'then', 'else'] }), key))
    : argument;
  const [test, yes, no] = positional(parts, compiler, { name, least: 3, most: 3 });
  return (scope) => (isTruthy(test?.(scope)) ? yes?.(scope) : no?.(scope));
};

const ifNull: OperatorCompiler = (argument, compiler, name) => {
  const choices = positional(argument, compiler, { ...many, name, least: 2 });
  return (scope) => {
    let value: unknown;
    for (const choice of choices) {
      value = choice(scope);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const switchOperator: OperatorCompiler = (argument, compiler, name) => {
  if (!isObject(argument)) throw located(40060, '$switch requires an object as an argument');
  const { branches, default: otherwise } = named(argument, name, { required: ['branches'], optional: ['default'] });
  if (!Array.isArray(branches)) throw located(40061, "$switch expected an array for 'branches'");
  if (branches.length === 0) throw located(40068, '$switch requires at least one branch.');
  const compiled = branches.map((branch) => {
    const parts = named(branch, name, { required: ['case', 'then'] });
    return { test: compiler.compile(parts.case), value: compiler.compile(parts.then) };
  });
  const last = 'default' in argument ? compiler.compile(otherwise) : undefined;
  return (scope) => {
    for (const { test, value } of compiled) if (isTruthy(test(scope))) return value(scope);
    if (last) return last(scope);
    throw located(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
};

const letOperator: OperatorCompiler = (argument, compiler, name) => {
  const parts = named(argument, name, { required: ['vars', 'in'] });
  if (!isObject(parts.vars)) throw located(16875, 'invalid parameter: expected an object (vars)');
  const definitions: Document = parts.vars;
  const names = Object.keys(definitions).map(checkVariable);
  const values = names.map((key) => ({ key, evaluate: compiler.compile(own(definitions, key)) }));
  const body = compiler.knowing(names).compile(parts.in);
  return (scope) => {
    const variables: Record<string, unknown> = {};
    for (const { key, evaluate } of values) variables[key] = evaluate(scope);
    return body(withVariables(scope, variables));
  };
};

function unsupported(reason: string): OperatorCompiler {
  return (_argument, _compiler, name) => {
    throw mongoError(2, 'BadValue', `${name} ${reason}`);
  };
}

export const COMPARISON: Operators = {
  $eq: comparing((order) => order === 0),
  $ne: comparing((order) => order !== 0),
  $gt: comparing((order) => order > 0),
  $gte: comparing((order) => order >= 0),
  $lt: comparing((order) => order < 0),
  $lte: comparing((order) => order <= 0),
  $cmp: comparing((order) => order),
  $and: (argument, compiler, name) => {
    const parts = positional(argument, compiler, { ...many, name });
    return (scope) => parts.every((part) => isTruthy(part(scope)));
  },
  $or: (argument, compiler, name) => {
    const parts = positional(argument, compiler, { ...many, name });
    return (scope) => parts.some((part) => isTruthy(part(scope)));
  },
  $not: (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => !isTruthy(part(scope));
  },
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOperator,
  $let: letOperator,
  $literal: (argument) => () => argument,
  $const: (argument) => () => argument,
  $function: unsupported('is not supported by this server: it runs no JavaScript'),
  $meta: () => {
    throw located(40218, 'query requires text score metadata, but it is not available');
  },
};
