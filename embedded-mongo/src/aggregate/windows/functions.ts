import { member, own } from '../../values/clone';
import { failedToParse } from '../../values/errors';
import { type Document, isObject } from '../../values/types';
import { accumulatorField } from '../stages/group-fields';
import type { WindowContext } from './bounds';
import { CURVES } from './curves';
import { NEIGHBOURS } from './neighbours';
import { RANKS } from './ranks';
import { STATISTICS } from './statistics';
import { accumulated, givenWindow, type WindowCompiler, type WindowFunction } from './work';

/** The accumulators of groups that are also window functions. */
const ACCUMULATORS = [
  ...['$sum', '$avg', '$min', '$max', '$count', '$push', '$addToSet', '$stdDevPop', '$stdDevSamp'],
  ...['$firstN', '$lastN', '$minN', '$maxN', '$top', '$topN', '$bottom', '$bottomN', '$percentile', '$median'],
];

const gathered: WindowCompiler = (call) => {
  const field = accumulatorField(call.name, call.argument, call.environment);
  if (!field) throw unrecognized(call.name);
  return accumulated(field, givenWindow(call));
};

const FUNCTIONS: Readonly<Record<string, WindowCompiler>> = {
  ...Object.fromEntries(ACCUMULATORS.map((name) => [name, gathered])),
  ...NEIGHBOURS,
  ...RANKS,
  ...CURVES,
  ...STATISTICS,
};

function unrecognized(name: string): Error {
  return failedToParse(`Unrecognized window function, ${name}`);
}

/**
 * Compiles `{ $function: argument, window }` of an output field.
 * @throws 9 for an invalid window function, and each function's own codes.
 */
export function windowFunction(field: string, given: unknown, context: WindowContext): WindowFunction {
  if (!isObject(given)) throw failedToParse(`The field '${field}' must be an object`);
  const keys = Object.keys(given);
  const name = keys.find((key) => key.startsWith('$'));
  if (name === undefined) {
    throw failedToParse(`Expected a $-prefixed window function${keys[0] ? `, ${keys[0]}` : ''}`);
  }
  const compile = member(FUNCTIONS, name);
  if (!compile) throw unrecognized(name);
  refuseOthers(given, name);
  return compile({ ...context, name, argument: own(given, name), window: own(given, 'window') });
}

function refuseOthers(given: Document, name: string): void {
  const other = Object.keys(given).find((key) => key !== name && key !== 'window');
  if (other === undefined) return;
  if (member(FUNCTIONS, other)) throw failedToParse('Cannot specify two functions in window function spec');
  throw failedToParse(`Window function found an unknown argument: ${other}`);
}
