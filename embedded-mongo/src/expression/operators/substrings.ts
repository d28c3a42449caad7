import { located } from '../../values/errors';
import { toNumber } from '../../values/numbers';
import { show } from '../../values/show';
import { isInt32, isNumber, typeName } from '../../values/types';
import { isNullish, named, pair, positional } from '../arguments';
import type { OperatorCompiler, Operators } from '../scope';

/** A value as a string, for operators that also accept numbers, dates and null (an empty string). Throws 16007. */
export function coerced(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isNullish(value)) return '';
  if (value instanceof Date) return value.toISOString();
  if (isNumber(value)) return String(value);
  throw located(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

function count(value: unknown, { code, what }: { code: number; what: string }): number {
  if (isNumber(value)) return Math.trunc(toNumber(value));
  throw located(code, `${what} (is BSON type ${typeName(value)})`);
}

const isWithinLetter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

const substrBytes: OperatorCompiler = (argument, compiler, name) => {
  const [text, start, length] = positional(argument, compiler, { name, least: 3, most: 3 });
  return (scope) => {
    const bytes = Buffer.from(coerced(text?.(scope)));
    const from = count(start?.(scope), { code: 16034, what: `${name}: starting index must be a numeric type` });
    const wanted = count(length?.(scope), { code: 16035, what: `${name}: length must be a numeric type` });
    if (from < 0) throw located(50752, `${name}: starting index must be non-negative (got: ${from})`);
    const end = wanted < 0 ? bytes.length : from + wanted;
    if (isWithinLetter(bytes[from])) {
      throw located(28656, `${name}: Invalid range, starting index is a UTF-8 continuation byte.`);
    }
    if (isWithinLetter(bytes[end])) {
      throw located(28657, `${name}: Invalid range, ending index is in the middle of a UTF-8 character.`);
    }
    return bytes.subarray(from, end).toString();
  };
};

const substrCP: OperatorCompiler = (argument, compiler, name) => {
  const [text, start, length] = positional(argument, compiler, { name, least: 3, most: 3 });
  return (scope) => {
    const points = [...coerced(text?.(scope))];
    const from = count(start?.(scope), { code: 34450, what: `${name}: starting index must be a numeric type` });
    const wanted = count(length?.(scope), { code: 34452, what: `${name}: length must be a numeric type` });
    if (from < 0) throw located(34455, `${name}: the starting index must be nonnegative integer.`);
    if (wanted < 0) throw located(34454, `${name}: length must be a nonnegative integer.`);
    return points.slice(from, from + wanted).join('');
  };
};

function place(value: unknown, name: string): number {
  const index = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!isInt32(index))
    throw located(40096, `${name} requires an integral index, found a value of type: ${typeName(value)}`);
  if (index < 0) throw located(40097, `${name} requires a nonnegative index, found: ${index}`);
  return index;
}

type Find = (text: string, wanted: string, range: { start: number; end: number }) => number;

function indexOf(find: Find, codes: { text: number; wanted: number }): OperatorCompiler {
  return (argument, compiler, name) => {
    const parts = positional(argument, compiler, { name, least: 2, most: 4 });
    return (scope) => {
      const [text, wanted, start, end] = parts.map((part) => part(scope));
      if (isNullish(text)) return null;
      if (typeof text !== 'string') {
        throw located(codes.text, `${name} requires a string as the first argument, found: ${typeName(text)}`);
      }
      if (typeof wanted !== 'string') {
        throw located(codes.wanted, `${name} requires a string as the second argument, found: ${typeName(wanted)}`);
      }
      const range = {
        start: parts.length > 2 ? place(start, name) : 0,
        end: parts.length > 3 ? place(end, name) : Number.POSITIVE_INFINITY,
      };
      return find(text, wanted, range);
    };
  };
}

const findBytes: Find = (text, wanted, { start, end }) => {
  const bytes = Buffer.from(text);
  if (start > bytes.length || end < start) return -1;
  const found = bytes.subarray(0, end).indexOf(wanted, start);
  return found;
};

const findPoints: Find = (text, wanted, { start, end }) => {
  const points = [...text];
  if (start > points.length || end < start) return -1;
  const among = points.slice(start, end).join('');
  const found = among.indexOf(wanted);
  return found < 0 ? -1 : start + [...among.slice(0, found)].length;
};

const split: OperatorCompiler = (argument, compiler, name) => {
  const [text, separator] = pair(argument, compiler, name);
  return (scope) => {
    const [whole, at] = [text(scope), separator(scope)];
    if (isNullish(whole) || isNullish(at)) return null;
    const rule = `${name} requires an expression that evaluates to a string as a`;
    if (typeof whole !== 'string') throw located(40085, `${rule} first argument, found: ${typeName(whole)}`);
    if (typeof at !== 'string') throw located(40086, `${rule} second argument, found: ${typeName(at)}`);
    if (at === '') throw located(40087, `${name} requires a non-empty separator`);
    return whole.split(at);
  };
};

const WHITE_SPACE = '\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

function trim({ left, right }: { left: boolean; right: boolean }): OperatorCompiler {
  return (argument, compiler, name) => {
    const codes = { shape: 50696, unknown: 50694, missing: 50695 };
    const parts = named(argument, name, { required: ['input'], optional: ['chars'], codes });
    const input = compiler.compile(parts.input);
    const chars = compiler.compile('chars' in parts ? parts.chars : WHITE_SPACE);
    return (scope) => {
      const [text, letters] = [input(scope), chars(scope)];
      if (isNullish(text)) return null;
      const got = (value: unknown) => `got ${show(value)} (of type ${typeName(value)}) instead.`;
      if (typeof text !== 'string') throw located(50699, `${name} requires its input to be a string, ${got(text)}`);
      if (isNullish(letters)) return null;
      if (typeof letters !== 'string') throw located(50700, `${name} requires 'chars' to be a string, ${got(letters)}`);
      const dropped = new Set(letters);
      const points = [...text];
      let [start, end] = [0, points.length];
      while (left && start < end && dropped.has(points[start] ?? '')) start++;
      while (right && end > start && dropped.has(points[end - 1] ?? '')) end--;
      return points.slice(start, end).join('');
    };
  };
}

const REPLACED = [
  ['input', 51746],
  ['find', 51745],
  ['replacement', 51744],
] as const;

function replace(change: (text: string, find: string, replacement: string) => string): OperatorCompiler {
  return (argument, compiler, name) => {
    const codes = { shape: 51751, unknown: 51750, missing: 51749 };
    const parts = named(argument, name, { required: REPLACED.map(([key]) => key), codes });
    const evaluates = REPLACED.map(([key, code]) => ({ key, code, evaluate: compiler.compile(parts[key]) }));
    return (scope) => {
      const texts: (string | null)[] = evaluates.map(({ key, code, evaluate }) => {
        const value = evaluate(scope);
        if (isNullish(value)) return null;
        if (typeof value === 'string') return value;
        throw located(code, `${name} requires that '${key}' be a string, found: ${show(value)}`);
      });
      const [text, find, replacement] = texts;
      return isNullish(text) || isNullish(find) || isNullish(replacement) ? null : change(text, find, replacement);
    };
  };
}

/** The operators that search, trim and replace substrings. */
export const SUBSTRINGS: Operators = {
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $indexOfBytes: indexOf(findBytes, { text: 40091, wanted: 40092 }),
  $indexOfCP: indexOf(findPoints, { text: 40093, wanted: 40094 }),
  $split: split,
  $trim: trim({ left: true, right: true }),
  $ltrim: trim({ left: true, right: false }),
  $rtrim: trim({ left: false, right: true }),
  $replaceOne: replace((text, find, replacement) => text.replace(find, () => replacement)),
  $replaceAll: replace((text, find, replacement) => text.replaceAll(find, () => replacement)),
};
