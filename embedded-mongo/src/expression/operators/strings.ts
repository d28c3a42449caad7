import { regexParts } from '../../values/compare';
import { located, MongoError } from '../../values/errors';
import { matchesText, runRegex, toRegExp } from '../../values/regex';
import { isRegex, typeName } from '../../values/types';
import { isNullish, named, pair, positional, single } from '../arguments';
import type { Compiler, OperatorCompiler, Operators, Scope } from '../scope';
import { coerced } from './substrings';

/** MongoDB's limit for a computed string, 64 MB; here it is compared with the number of UTF-16 units. */
const LONGEST = 64 * 1024 * 1024;

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
      if (text.length > LONGEST) throw located(13548, `${name} would make a text past the 64MB limit`);
    }
    return text;
  };
};

/** Changes the case as MongoDB does: only of the letters a to z. */
function ofCase(change: (text: string) => string, letters: RegExp): OperatorCompiler {
  return (argument, compiler, name) => {
    const part = single(argument, compiler, name);
    return (scope) => coerced(part(scope)).replace(letters, change);
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

/** Compiles the regular expression of an operator. The options are given separately or are part of `regex`. */
function patternOf(regex: unknown, options: unknown, name: string): RegExp | undefined {
  if (isNullish(regex)) return undefined;
  if (typeof regex !== 'string' && !isRegex(regex)) {
    throw located(51105, `${name} needs 'regex' to be of type string or regex`);
  }
  if (!isNullish(options) && typeof options !== 'string') {
    throw located(51106, `${name} needs 'options' to be of type string`);
  }
  if (options && isRegex(regex) && regexParts(regex).flags !== '') {
    throw located(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`);
  }
  try {
    return toRegExp(regex, options || undefined);
  } catch (error) {
    if (error instanceof MongoError && error.code === 51091)
      throw located(51111, `Invalid Regex in ${name}: ${error.message}`);
    throw error;
  }
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
      pattern: patternOf(pattern, flags, name),
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
      return text !== undefined && pattern !== undefined && matchesText(pattern, text);
    };
  },
  $regexFind: (argument, compiler, name) => {
    const run = search(argument, compiler, name);
    return (scope) => {
      const { text, pattern } = run(scope);
      if (text === undefined || pattern === undefined) return null;
      const match = runRegex(pattern, text, () => pattern.exec(text));
      return match ? found(match) : null;
    };
  },
  $regexFindAll: (argument, compiler, name) => {
    const run = search(argument, compiler, name);
    return (scope) => {
      const { text, pattern } = run(scope);
      if (text === undefined || pattern === undefined) return [];
      const all = new RegExp(pattern, `${pattern.flags}g`);
      return runRegex(pattern, text, () => [...text.matchAll(all)]).map(found);
    };
  },
};
