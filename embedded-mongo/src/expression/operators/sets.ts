import { own, put } from '../../values/clone';
import { isCollated, stringOrder } from '../../values/collation';
import { located } from '../../values/errors';
import { encodeValue } from '../../values/key';
import { type Document, isObject, typeName } from '../../values/types';
import { isNullish, pair, positional } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';

/** A string that is the same for two values if and only if the values are equal: the key in sets and groups. */
export function identity(value: unknown): string {
  return encodeValue(value).toString('latin1');
}

/** Returns the function that maps a value to a string, the same string for values that are equal under a collation. */
export function identityUnder(collation: Document | undefined): (value: unknown) => string {
  if (!isCollated(collation)) return identity;
  const order = stringOrder(collation);
  const representatives = new Map<string, string>();
  const sorted: string[] = [];
  const representativeOf = (text: string): string => {
    const known = representatives.get(text);
    if (known !== undefined) return known;
    let [start, end] = [0, sorted.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (order(sorted[middle] ?? '', text) < 0) start = middle + 1;
      else end = middle;
    }
    const neighbour = sorted[start];
    const isNew = neighbour === undefined || order(neighbour, text) !== 0;
    if (isNew) sorted.splice(start, 0, text);
    representatives.set(text, isNew ? text : neighbour);
    return isNew ? text : neighbour;
  };
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return representativeOf(value);
    if (Array.isArray(value)) return value.map(replaced);
    if (!isObject(value)) return value;
    const copy: Document = {};
    for (const key of Object.keys(value)) put(copy, key, replaced(own(value, key)));
    return copy;
  };
  return (value) => identity(replaced(value));
}

function distinct(array: readonly unknown[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const element of array) {
    const key = identity(element);
    if (!found.has(key)) found.set(key, element);
  }
  return found;
}

function setOf(value: unknown, name: string): Map<string, unknown> | undefined {
  if (isNullish(value)) return undefined;
  if (!Array.isArray(value)) {
    throw located(17043, `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`);
  }
  return distinct(value);
}

type Sets = readonly Map<string, unknown>[];

function ofSets(least: number, answer: (sets: Sets) => unknown): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = positional(argument, compiler, { name, least, most: Number.POSITIVE_INFINITY });
    return (scope) => {
      const sets: Map<string, unknown>[] = [];
      for (const part of parts) {
        const set = setOf(part(scope), name);
        if (!set) return null;
        sets.push(set);
      }
      return answer(sets);
    };
  };
}

function union(sets: Sets): unknown[] {
  return [...distinct(sets.flatMap((set) => [...set.values()])).values()];
}

function intersection([first, ...others]: Sets): unknown[] {
  const shared = [...(first ?? [])].filter(([key]) => others.every((set) => set.has(key)));
  return shared.map(([, value]) => value);
}

const difference: OperatorCompiler = (argument, compiler, name) => {
  const [first, second] = pair(argument, compiler, name);
  return (scope) => {
    const a = setOf(first(scope), name);
    const b = setOf(second(scope), name);
    return a && b ? [...a].filter(([key]) => !b.has(key)).map(([, value]) => value) : null;
  };
};

function sameSets([first, ...others]: Sets): boolean {
  return others.every((set) => set.size === first?.size && [...set.keys()].every((key) => first.has(key)));
}

const isSubset: OperatorCompiler = (argument, compiler, name) => {
  const [first, second] = pair(argument, compiler, name);
  return (scope) => {
    const a = setOf(first(scope), name);
    const b = setOf(second(scope), name);
    if (!a || !b) throw located(17046, 'both operands of $setIsSubset must be arrays.');
    return [...a.keys()].every((key) => b.has(key));
  };
};

export const SETS: Operators = {
  $setUnion: ofSets(0, union),
  $setIntersection: ofSets(0, intersection),
  $setDifference: difference,
  $setEquals: ofSets(2, sameSets),
  $setIsSubset: isSubset,
};
