import { located } from '../../values/errors';
import { toRegExp } from '../../values/regex';
import { isNumber, RANK, rank, typeName } from '../../values/types';
import { isNullish, named, pair, positional, single } from '../arguments';
import type { Compiler, OperatorCompiler, Operators, Scope } from '../scope';

const concat: OperatorCompiler = (argument, compiler, name) => {
  const parts = positional(argument, compiler, { name, least: 0, most: Number.POSITIVE_INFINITY });
  return (scope) => {
    let text = '';
    for (const part of parts) {
      const value = part(scope);
      if (isNullish(value)) return null;
      if (typeof value !== 'string') {
        throw located(16702, `$concat only supports strings, not ${typeName(value)}`);
      }
      text += value;
    }
    return text;
  };
};

/** Upper and lower case as MongoDB knows it: of the letters a to z alone. */
function ofCase(change: (text: string) => string, letters: RegExp): OperatorCompiler {
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => {
      const value = part(scope);
      if (isNullish(value)) return '';
      if (rank(value) !== RANK.string && !isNumber(value) && !(value instanceof Date)) {
        throw located(16007, `can't convert from BSON type ${typeName(value)} to String`);
      }
      const text = value instanceof Date ? value.toISOString() : String(value);
      return text.replace(letters, change);
    };
  };
}

function textOf(value: unknown, { name, code }: { name: string; code: number }): string {
  if (typeof value === 'string') return value;
  throw located(code, `${name} requires a string argument, found: ${typeName(value)}`);
}

const strcasecmp: OperatorCompiler = (argument, compiler, name) => {
  const [first, second] = pair(argument, compiler, name);
  return (scope) => {
    const [a, b] = [first(scope), second(scope)].map((value) => String(value ?? '').toUpperCase());
    return Math.sign(compiler.compare(a, b));
  };
};

function lengthOf(measure: (text: string) => number, code: number): OperatorCompiler {
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => measure(textOf(part(scope), { name, code }));
  };
}

interface RegexSearch {
  text: string | undefined;
  pattern: RegExp | undefined;
}

function search(argument: unknown, compiler: Compiler, name: string): (scope: Scope) => RegexSearch {
  const parts = named(argument, name, { required: ['input', 'regex'], optional: ['options'] });
  const input = compiler.compile(parts.input);
  const regex = compiler.compile(parts.regex);
  const options = compiler.compile(parts.options ?? null);
  return (scope) => {
    const value = input(scope);
    const pattern = regex(scope);
    const flags = options(scope);
    return {
      text: isNullish(value) ? undefined : textOf(value, { name, code: 51104 }),
      pattern: isNullish(pattern) ? undefined : toRegExp(pattern, isNullish(flags) ? undefined : flags),
    };
  };
}

function found(match: RegExpExecArray | RegExpMatchArray): Record<string, unknown> {
  const before = (match.input ?? '').slice(0, match.index);
  return { match: match[0], idx: [...before].length, captures: match.slice(1).map((part) => part ?? null) };
}

export const STRINGS: Operators = {
  $concat: concat,
  $toUpper: ofCase((text) => text.toUpperCase(), /[a-z]/g),
  $toLower: ofCase((text) => text.toLowerCase(), /[A-Z]/g),
  $strcasecmp: strcasecmp,
  $strLenCP: lengthOf((text) => [...text].length, 34471),
  $strLenBytes: lengthOf((text) => Buffer.byteLength(text), 34473),
  $regexMatch: (argument, compiler, name) => {
    const run = search(argument, compiler, name);
    return (scope) => {
      const { text, pattern } = run(scope);
      return text !== undefined && pattern?.test(text) === true;
    };
  },
  $regexFind: (argument, compiler, name) => {
    const run = search(argument, compiler, name);
    return (scope) => {
      const { text, pattern } = run(scope);
      const match = text === undefined ? null : (pattern?.exec(text) ?? null);
      return match ? found(match) : null;
    };
  },
  $regexFindAll: (argument, compiler, name) => {
    const run = search(argument, compiler, name);
    return (scope) => {
      const { text, pattern } = run(scope);
      if (text === undefined || pattern === undefined) return [];
      return [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(found);
    };
  },
};
