import { Aggregator } from 'mingo/aggregator';
import { Context } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as windows from 'mingo/operators/window';
import { own, put } from '../../values/clone';
import { badValue, located, MongoError, memoryExceeded } from '../../values/errors';
import { gathered, MEMORY_LIMIT, meter } from '../../values/memory';
import { isDecimal, isLong, toNumber } from '../../values/numbers';
import { type Document, isNumber, isObject } from '../../values/types';
import type { StageCompiler } from '../environment';
import { mapped } from '../streams';

/** The stages that come from mingo. */
const RARE = new Set(['$setWindowFields', '$fill', '$densify', '$bucketAuto']);

const CONTEXT = Context.init({
  accumulator: { ...accumulators },
  expression: { ...expressions },
  pipeline: { ...stages },
  window: { ...windows },
});

/** Mingo counts with JavaScript's numbers: longs become such, decimals would be misread and are refused. */
function plainNumbers(value: unknown, name: string): unknown {
  if (isDecimal(value)) throw badValue(`${name} over documents with decimals is not supported by this server`);
  if (isLong(value)) {
    if (Number.isSafeInteger(value.toNumber())) return value.toNumber();
    throw badValue(`${name} over documents with longs beyond 2^53 is not supported by this server`);
  }
  if (isNumber(value)) return toNumber(value);
  if (Array.isArray(value)) return value.map((element) => plainNumbers(element, name));
  if (!isObject(value)) return value;
  const plain: Document = {};
  for (const key of Object.keys(value)) put(plain, key, plainNumbers(own(value, key), name));
  return plain;
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => withoutUndefined(element) ?? null);
  if (!isObject(value)) return value;
  const result: Document = {};
  for (const key of Object.keys(value)) {
    const member = withoutUndefined(own(value, key));
    if (member !== undefined) put(result, key, member);
  }
  return result;
}

function tooMuch(name: string): Error {
  const rule = `Exceeded memory limit in ${name}, max allowed is ${MEMORY_LIMIT}`;
  return name === '$setWindowFields' ? located(5414201, rule) : memoryExceeded(rule);
}

/** Refuses what mingo would answer otherwise than MongoDB. */
function checkRare(name: string, argument: unknown): void {
  if (!isObject(argument)) return;
  if (name === '$bucketAuto' && argument.granularity !== undefined) {
    throw badValue('$bucketAuto with a granularity is not supported by this server');
  }
  const { range, partitionByFields } = argument;
  if (name === '$densify' && isObject(range) && range.bounds === 'full' && partitionByFields !== undefined) {
    throw badValue('$densify of partitions with full bounds is not supported by this server');
  }
}

/** A stage this server has from mingo; undefined where the name is none of them. */
export function mingoStage(name: string): StageCompiler | undefined {
  if (!RARE.has(name)) return undefined;
  return (argument) => {
    checkRare(name, argument);
    // Mingo's windows call functions of their own making through $function; a client cannot send a function.
    const options = { context: CONTEXT, scriptEnabled: true };
    const aggregator = new Aggregator([{ [name]: plainNumbers(argument, name) }], options);
    return function* (documents) {
      const input = gathered(
        mapped(documents, (document) => plainNumbers(document, name)),
        meter(() => tooMuch(name)),
      );
      try {
        yield* aggregator.run(input.filter(isObject)).map(withoutUndefined).filter(isObject);
      } catch (error) {
        if (error instanceof MongoError) throw error;
        throw badValue(error instanceof Error ? error.message : `${name} failed`);
      }
    };
  };
}
