import { createContext, Script } from 'node:vm';
import { regexParts } from './compare';
import { badValue, located } from './errors';
import { isRegex } from './types';

/** Removes the text that the flag x ignores: white space and comments outside of character classes. */
function withoutSpace(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (part) => (/^[\s#]/.test(part) ? '' : part));
}

/**
 * Compiles a BSON regular expression, or a pattern string, to a JavaScript one. `options` take precedence over those of
 * the expression.
 * @throws codes 2, 51091 and 51108 for invalid patterns and options.
 */
export function toRegExp(value: unknown, options?: unknown): RegExp {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  let source = value;
  let flags = options;
  if (isRegex(value)) {
    const parts = regexParts(value);
    source = parts.pattern;
    flags ??= parts.flags;
  }
  if (typeof source !== 'string') throw badValue('$regex has to be a string');
  if (source.includes('\0')) throw located(51091, 'Regular expression cannot contain an embedded null byte');
  let pattern = source;
  let letters = new Set(flags ?? '');
  for (const letter of letters) {
    if (!'imsxu'.includes(letter)) throw located(51108, `invalid flag in regex options: ${flags}`);
  }
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  if (inline) {
    pattern = pattern.slice(inline[0].length);
    letters = new Set([...letters, ...(inline[1] ?? '')]);
  }
  if (letters.has('x')) pattern = withoutSpace(pattern);
  // PCRE also knows \A, \z, \Z and (?P<name>…).
  pattern = pattern
    .replace(/\\A/g, '(?<![\\s\\S])')
    .replace(/\\[zZ]/g, '(?![\\s\\S])')
    .replace(/\(\?P</g, '(?<');
  try {
    return new RegExp(pattern, [...letters].filter((letter) => 'ims'.includes(letter)).join(''));
  } catch (error) {
    throw located(51091, `Regular expression is invalid: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The timeout for matching one string, in milliseconds. */
const TIMEOUT_MS = 250;
/** Up to this many estimated steps no timeout is needed; setting one costs a tenth of a millisecond. */
const STEPS_WITHOUT_TIMEOUT = 10_000_000;
// Quantifiers outside of classes and escapes, and back references, which may cause backtracking as well.
const PARTS = /\\[1-9]|\\k<|\\.|\[(?:\\.|[^\]])*\]|\)?(?:[*+]|\{\d+,?\d*\})|(?<![(*+}])\?/gs;
const REPEATING = /^(?:[)*+?{]|\\[1-9]|\\k)/;

const degrees = new WeakMap<RegExp, number>();

/** The exponent d for which matching a string takes about length ** d steps at most; infinite if groups are repeated. */
function degreeOf(expression: RegExp): number {
  const known = degrees.get(expression);
  if (known !== undefined) return known;
  const parts = (expression.source.match(PARTS) ?? []).filter((part) => REPEATING.test(part));
  const degree = parts.some((part) => part.startsWith(')')) ? Number.POSITIVE_INFINITY : parts.length + 1;
  degrees.set(expression, degree);
  return degree;
}

// Only a timeout of `node:vm` can interrupt a running regular expression.
const sandbox: { trial: () => unknown } = { trial: () => undefined };
const context = createContext(sandbox);
const script = new Script('trial()');

function withTimeout<T>(trial: () => T): T {
  try {
    sandbox.trial = trial;
    return script.runInContext(context, { timeout: TIMEOUT_MS }) as T;
  } catch (error) {
    const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : null;
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw located(51156, 'Error occurred while executing the regular expression: match limit exceeded');
  } finally {
    sandbox.trial = () => undefined;
  }
}

/**
 * Calls `trial`, which runs a regular expression on a string. If repetitions or a long string may make it backtrack for
 * long, a timeout of 250 ms applies: without it a single query could block the server for years. Throws code 51156.
 */
export function runRegex<T>(expression: RegExp, text: string, trial: () => T): T {
  return text.length ** degreeOf(expression) <= STEPS_WITHOUT_TIMEOUT ? trial() : withTimeout(trial);
}

/** Whether the text matches the expression, with the timeout of {@link runRegex}. */
export function matchesText(expression: RegExp, text: string): boolean {
  return runRegex(expression, text, () => expression.test(text));
}
