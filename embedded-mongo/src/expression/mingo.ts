import { Context, evalExpr } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import { member, own, put } from '../values/clone';
import { badValue, MongoError } from '../values/errors';
import { isDecimal, isLong, toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';
import type { Evaluate, OperatorCompiler } from './scope';

type MingoOptions = Parameters<typeof evalExpr>[2];

/** How mingo declares every expression operator. */
type MingoOperator = (document: unknown, argument: unknown, options: MingoOptions) => unknown;

const KNOWN: Readonly<Record<string, unknown>> = { ...expressions };

/** In mingo, but not to be answered by it: server-side JavaScript, and a hash that is not MongoDB's. */
const REFUSED = new Set(['$function', '$where', '$accumulator', '$toHashedIndexKey']);

/** Hands out the options object mingo works with inside: making one per evaluation costs more than the evaluation. */
const CAPTURE = '$__options';

const OPTIONS: MingoOptions = evalExpr({}, { [CAPTURE]: 1 }, {
  context: Context.init({
    accumulator: { ...accumulators },
    expression: {
      ...expressions,
      [CAPTURE]: (_document: unknown, _argument: unknown, options: MingoOptions) => options,
    },
  }),
  scriptEnabled: false,
} as MingoOptions) as MingoOptions;

/** A value as mingo understands it; what it would misread is refused. */
function forMingo(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((element) => forMingo(element, name));
  if (value instanceof Date) return new Date(value);
  if (isDecimal(value)) throw badValue(`${name} of a decimal is not supported by this server`);
  if (isLong(value)) {
    if (Number.isSafeInteger(value.toNumber())) return value.toNumber();
    throw badValue(`${name} of a long beyond 2^53 is not supported by this server`);
  }
  if (isNumber(value)) return toNumber(value);
  return value;
}

/** Keeps mingo from evaluating a value as an expression once more. */
function literal(value: unknown): unknown {
  const plain = typeof value === 'string' ? !value.startsWith('$') : typeof value !== 'object' || value === null;
  return plain || value instanceof Date ? value : { $literal: value };
}

function call(name: string, operator: MingoOperator, argument: unknown): unknown {
  try {
    return operator({}, argument, OPTIONS);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw badValue(error instanceof Error ? error.message : `${name} failed`);
  }
}

/** The argument evaluated by us and wrapped for mingo, in the shape it was written in. */
function argumentOf(argument: unknown, compile: (expression: unknown) => Evaluate, name: string): Evaluate {
  if (Array.isArray(argument)) {
    const parts = argument.map(compile);
    return (scope) => parts.map((part) => literal(forMingo(part(scope), name)));
  }
  if (isObject(argument) && !Object.keys(argument)[0]?.startsWith('$')) {
    const members = Object.keys(argument).map((key) => ({ key, evaluate: compile(own(argument, key)) }));
    return (scope) => {
      const values: Document = {};
      for (const { key, evaluate } of members) put(values, key, literal(forMingo(evaluate(scope), name)));
      return values;
    };
  }
  const only = compile(argument);
  return (scope) => literal(forMingo(only(scope), name));
}

/** An operator this server has from mingo: its arguments are evaluated here, only their combination there. */
export function mingoOperator(name: string): OperatorCompiler | undefined {
  const found = REFUSED.has(name) ? undefined : member(KNOWN, name);
  if (typeof found !== 'function') return undefined;
  return (argument, compiler) => {
    const prepare = argumentOf(argument, (expression) => compiler.compile(expression), name);
    return (scope) => call(name, found as MingoOperator, prepare(scope));
  };
}
