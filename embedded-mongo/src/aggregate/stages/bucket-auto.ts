import { compileExpression } from '../../expression/compile';
import { own } from '../../values/clone';
import { comparison } from '../../values/compare';
import { located, memoryExceeded } from '../../values/errors';
import { MEMORY_LIMIT, type Meter, meter, sizeOf } from '../../values/memory';
import { toBigInt, toNumber } from '../../values/numbers';
import { show } from '../../values/show';
import { type Document, isInt32, isNumber, isObject, type Numeric, typeName } from '../../values/types';
import type { StageCompiler } from '../environment';
import { type Rounder, rounderOf } from './granularity';
import { gathering } from './groups';

const FIELDS = ['groupBy', 'buckets', 'output', 'granularity'];
const MEMORY_RULE = `Exceeded memory limit in $bucketAuto, max allowed is ${MEMORY_LIMIT}`;

function checkGroupBy(groupBy: unknown): void {
  const isPath = typeof groupBy === 'string' && groupBy.length > 1 && groupBy.startsWith('$');
  if (isPath || (isObject(groupBy) && Object.keys(groupBy)[0]?.startsWith('$'))) return;
  const rule = "The $bucketAuto 'groupBy' field must be defined as a $-prefixed path or an expression object";
  throw located(40239, `${rule}, but found: ${show(groupBy)}`);
}

function bucketCount(buckets: unknown): number {
  const rule = "The $bucketAuto 'buckets' field must be";
  if (!isNumber(buckets)) throw located(40241, `${rule} a numeric value, but found type: ${typeName(buckets)}`);
  const count = toNumber(buckets);
  if (toBigInt(buckets) === undefined || !isInt32(count)) {
    throw located(40242, `${rule} representable as a 32-bit integer, but found ${count}`);
  }
  if (count <= 0) throw located(40243, `${rule} greater than 0, but found: ${count}`);
  return count;
}

function outputOf(output: unknown): Document {
  if (output !== undefined && !isObject(output)) {
    throw located(40244, `The $bucketAuto 'output' field must be an object, but found type: ${typeName(output)}`);
  }
  return output && Object.keys(output).length > 0 ? output : { count: { $sum: 1 } };
}

function granularityOf(granularity: unknown): Rounder | undefined {
  if (granularity === undefined) return undefined;
  if (typeof granularity === 'string') return rounderOf(granularity);
  const rule = "The $bucketAuto 'granularity' field must be a string, but found type";
  throw located(40261, `${rule}: ${typeName(granularity)}`);
}

/**
 * Validates a value for buckets with a granularity. Throws 40258 if it is not a number, 40259 if it is NaN, 40260 if it
 * is below zero.
 */
function roundable(value: unknown): Numeric {
  const rule = "$bucketAuto can specify a 'granularity' with";
  if (!isNumber(value)) {
    const type = value === undefined ? 'missing' : typeName(value);
    throw located(40258, `${rule} numeric boundaries only, but found a value with type: ${type}`);
  }
  const number = toNumber(value);
  if (Number.isNaN(number)) throw located(40259, `${rule} numeric boundaries only, but found a NaN`);
  if (number < 0) throw located(40260, `${rule} non-negative numbers only, but found a negative number`);
  return value;
}

type Keyed = { key: unknown; document: Document };
type Bucket = { min: unknown; max: unknown; members: Keyed[] };

/** Splits sorted documents into buckets of about the same size; equal values stay in one bucket. */
function* bucketsOf(sorted: Keyed[], count: number, compare: (a: unknown, b: unknown) => number): Generator<Bucket> {
  const size = Math.max(1, Math.round(sorted.length / count));
  let start = 0;
  for (let number = 1; number <= count && start < sorted.length; number++) {
    let end = number === count ? sorted.length : Math.min(start + size, sorted.length);
    while (end < sorted.length && compare(sorted[end]?.key, sorted[end - 1]?.key) === 0) end++;
    const members = sorted.slice(start, end);
    yield { min: members[0]?.key, max: (sorted[end] ?? members.at(-1))?.key, members };
    start = end;
  }
}

/**
 * As {@link bucketsOf}, with preferred numbers as boundaries: a bucket contains all values below its rounded upper
 * boundary.
 */
function* roundedBuckets(sorted: Keyed[], count: number, rounder: Rounder): Generator<Bucket> {
  const compare = comparison(undefined);
  const size = Math.max(1, Math.round(sorted.length / count));
  let start = 0;
  let previous: unknown;
  for (let number = 1; number <= count && start < sorted.length; number++) {
    let end = number === count ? sorted.length : Math.min(start + size, sorted.length);
    const last = roundable(sorted[end - 1]?.key);
    let max = rounder.up(last);
    const belongs = (key: unknown) => compare(key, max) < 0 || compare(key, last) === 0;
    while (end < sorted.length && belongs(sorted[end]?.key)) end++;
    const next = sorted[end];
    // Zero has no next preferred number: a bucket of zeros ends where the next bucket begins.
    if (toNumber(max) === 0 && next) max = rounder.down(roundable(next.key));
    const members = sorted.slice(start, end);
    yield { min: previous ?? rounder.down(roundable(members[0]?.key)), max, members };
    previous = max;
    start = end;
  }
}

function keyed(documents: Iterable<Document>, { hold }: Meter, keyOf: (document: Document) => unknown): Keyed[] {
  const all: Keyed[] = [];
  for (const document of documents) {
    const key = keyOf(document);
    hold(sizeOf(document) + sizeOf(key));
    all.push({ key, document });
  }
  return all;
}

/** `$bucketAuto`: groups documents into buckets of about the same size, with boundaries computed from the data. */
export const bucketAuto: StageCompiler = (argument, { environment }) => {
  if (!isObject(argument)) {
    throw located(40240, `The argument to $bucketAuto must be an object, but found type: ${typeName(argument)}`);
  }
  const unknown = Object.keys(argument).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) throw located(40245, `Unrecognized option to $bucketAuto: ${unknown}`);
  const [groupBy, buckets] = [own(argument, 'groupBy'), own(argument, 'buckets')];
  if (groupBy === undefined || buckets === undefined) {
    throw located(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
  }
  checkGroupBy(groupBy);
  const evaluate = compileExpression(groupBy, environment);
  const count = bucketCount(buckets);
  const { together, result } = gathering(outputOf(own(argument, 'output')), environment);
  const rounder = granularityOf(own(argument, 'granularity'));
  const compare = comparison(environment.collation);
  const keyOf = rounder
    ? (document: Document) => roundable(evaluate(document))
    : (document: Document) => evaluate(document) ?? null;
  return function* (documents) {
    const held = meter(() => memoryExceeded(MEMORY_RULE));
    const sorted = keyed(documents, held, keyOf).sort((a, b) => compare(a.key, b.key));
    const cut = rounder ? roundedBuckets(sorted, count, rounder) : bucketsOf(sorted, count, compare);
    for (const { min, max, members } of cut) {
      const group = together(
        members.map(({ document }) => document),
        held,
      );
      yield result({ ...group, id: { min, max } });
    }
  };
};
