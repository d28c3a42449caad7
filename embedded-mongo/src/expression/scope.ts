import { own } from '../values/clone';
import type { Compare } from '../values/compare';
import { located } from '../values/errors';
import { pathParts } from '../values/paths';
import { isObject } from '../values/types';

/** The input of an expression's evaluation. */
export interface Scope {
  root: unknown;
  /** Values of user variables (`let`, `$map`'s `as`, …) by name, without `$$`. */
  variables: Readonly<Record<string, unknown>>;
  now: Date;
}

/** A compiled expression; undefined is MongoDB's "missing". */
export type Evaluate = (scope: Scope) => unknown;

/** Compiles the arguments of operators. */
export interface Compiler {
  /** Compiles an expression. Throws 17276 for a variable that is not known. */
  compile(expression: unknown): Evaluate;
  /** The same compiler with additional variables. */
  knowing(names: readonly string[]): Compiler;
  compare: Compare;
}

/** Compiles one operator's argument. */
export type OperatorCompiler = (argument: unknown, compiler: Compiler, name: string) => Evaluate;
export type Operators = Readonly<Record<string, OperatorCompiler>>;

/** A scope with additional variables. */
export function withVariables(scope: Scope, variables: Record<string, unknown>): Scope {
  return { ...scope, variables: { ...scope.variables, ...variables } };
}

function resolveFrom(value: unknown, parts: readonly string[], at: number): unknown {
  if (at === parts.length) return value;
  if (isObject(value)) return resolveFrom(own(value, parts[at] ?? ''), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  const found: unknown[] = [];
  for (const element of value) {
    const resolved = isObject(element) ? resolveFrom(element, parts, at) : undefined;
    if (resolved !== undefined) found.push(resolved);
  }
  return found;
}

/** The value at a field path. If the path leads through an array, the array of the values in its documents. */
export function resolvePath(value: unknown, parts: readonly string[]): unknown {
  return resolveFrom(value, parts, 0);
}

function checkParts(path: string): string[] {
  if (path === '') throw located(16872, "'$' by itself is not a valid FieldPath");
  if (path.endsWith('.')) throw located(40353, "FieldPath must not end with a '.'.");
  const parts = pathParts(path);
  for (const part of parts) {
    if (part === '') throw located(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) throw located(16410, "FieldPath field names may not start with '$'.");
  }
  return parts;
}

function variableReader(name: string, known: ReadonlySet<string>): Evaluate {
  if (known.has(name)) return (scope) => own(scope.variables, name);
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (scope) => scope.root;
    case 'NOW':
      return (scope) => scope.now;
    case 'REMOVE':
      return () => undefined;
    case 'DESCEND':
    case 'PRUNE':
    case 'KEEP':
      return () => `$$${name}`;
  }
  throw located(17276, `Use of undefined variable: ${name}`);
}

/** Compiles `$field.path` and `$$variable.path`. */
export function compilePath(text: string, known: ReadonlySet<string>): Evaluate {
  if (!text.startsWith('$$')) {
    const parts = checkParts(text.slice(1));
    const [only] = parts;
    const current: Evaluate = known.has('CURRENT') ? variableReader('CURRENT', known) : (scope) => scope.root;
    if (parts.length > 1 || only === undefined) return (scope) => resolvePath(current(scope), parts);
    return (scope) => {
      const document = current(scope);
      return isObject(document) ? own(document, only) : undefined;
    };
  }
  const [name = '', ...rest] = checkParts(text.slice(2));
  const read = variableReader(name, known);
  return rest.length === 0 ? read : (scope) => resolvePath(read(scope), rest);
}

const VARIABLE = /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/;

/**
 * Throws for an invalid variable name. Valid are `CURRENT`, and names of letters, digits, underscores and non-ASCII
 * characters that begin with a small letter or a non-ASCII character.
 */
export function checkVariable(name: string): string {
  if (name === 'CURRENT' || VARIABLE.test(name)) return name;
  throw located(16867, `'${name}' starts with an invalid character for a user variable name`);
}
