import { own } from '../values/clone';
import { located, type MongoError } from '../values/errors';
import { show } from '../values/show';
import { type Document, isObject } from '../values/types';
import type { Compiler, Evaluate } from './scope';

/** The error for a wrong number of arguments. */
function wrongCount(name: string, wanted: string, given: number): MongoError {
  return located(16020, `Expression ${name} takes ${wanted} arguments. ${given} were passed in.`);
}

/** Compiles an operator's arguments (`[a, b]`, or `a` for a single one) and checks their number. */
export function positional(
  argument: unknown,
  compiler: Compiler,
  { name, least, most }: { name: string; least: number; most: number },
): Evaluate[] {
  const given: unknown[] = Array.isArray(argument) ? argument : [argument];
  if (given.length < least || given.length > most) {
    if (least === most) throw wrongCount(name, `exactly ${least}`, given.length);
    throw located(
      28667,
      `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${given.length} were passed in.`,
    );
  }
  return given.map((expression) => compiler.compile(expression));
}

/** Compiles the argument of an operator that takes exactly one. */
export function single(argument: unknown, compiler: Compiler, name: string): Evaluate {
  const [only] = positional(argument, compiler, { name, least: 1, most: 1 });
  return only ?? (() => undefined);
}

/** Compiles the arguments of an operator that takes exactly two. */
export function pair(argument: unknown, compiler: Compiler, name: string): [Evaluate, Evaluate] {
  const [first, second] = positional(argument, compiler, { name, least: 2, most: 2 });
  if (!first || !second) throw wrongCount(name, 'exactly 2', 0);
  return [first, second];
}

/** The error codes for an argument that is not an object, for an unknown member, and for a missing one. */
type NamedCodes = Readonly<Record<'shape' | 'unknown' | 'missing', number>>;

const NAMED_CODES: NamedCodes = { shape: 16878, unknown: 16879, missing: 16880 };

type NamedRules = { required: readonly string[]; optional?: readonly string[]; codes?: NamedCodes };

/** Returns an argument that is an object with all required and no unknown members; otherwise throws one of the codes. */
export function named(
  argument: unknown,
  name: string,
  { required, optional = [], codes = NAMED_CODES }: NamedRules,
): Document {
  if (!isObject(argument)) {
    throw located(codes.shape, `${name} only supports an object as an argument, not ${show(argument)}`);
  }
  for (const key of Object.keys(argument)) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw located(codes.unknown, `Unrecognized parameter to ${name}: ${key}`);
    }
  }
  for (const key of required) {
    if (own(argument, key) === undefined) throw located(codes.missing, `Missing '${key}' parameter to ${name}`);
  }
  return argument;
}

/** True for null and undefined (missing). */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
